import { expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { testApp } from '~/testing/app';
import { callTrpc, procedureNamed } from '~/testing/procedures';
import { contentCases } from '~/testing/samples';

const app = testApp();

const marker = 'Unmistakable';

/** Returns the responses of all public procedures of a content type. */
async function answersOf(key: (typeof contentKeys)[number]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, input] of Object.entries(contentCases[key].reads)) {
    const [, text] = await callTrpc(app, procedureNamed(`${key}.${name}`), undefined, { ...input });
    answers.set(name, text);
  }
  return answers;
}

/** Excludes responses with a single page or form, which the tests of their features check. */
const listed = contentKeys.filter((key) => key !== 'customPages' && key !== 'forms');

it.each(listed)('no public response contains %s in the trash', async (key) => {
  const { table, title } = contentTypes[key];
  await app.sql`update ${app.sql(table)} set ${app.sql(title)} = ${marker} || ' ' || id`;
  // Waits, because cached responses are invalidated only after the change is announced.
  const showing = async () =>
    [...(await answersOf(key))].flatMap(([name, answer]) => (answer.includes(marker) ? name : []));
  await expect.poll(showing).not.toEqual([]);
  await app.sql`update ${app.sql(table)} set deleted_at = now()`;
  await expect.poll(showing).toEqual([]);
});
