import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Example {
  target: string;
  headers: [string, string][];
  body: string | undefined;
}

/** The curl commands of docs/api.md that need no key and no session. */
async function publicExamples(): Promise<Example[]> {
  const docs = await readFile('docs/api.md', 'utf8');
  const commands = docs.match(/^curl (?:[^\n]*\\\n)*[^\n]*(?:\n +[^\n]*)*/gm) ?? [];
  return commands
    .filter((command) => !/\$KEY|Cookie:/.test(command))
    .map((command) => ({
      target: /https:\/\/agency\.example([^\s'"]*)/.exec(command)?.[1] ?? '',
      headers: [...command.matchAll(/-H '([^:']+): ([^']*)'/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      ),
      body: /-d '([^']*)'/.exec(command)?.[1],
    }));
}

it('runs the public examples of docs/api.md', async () => {
  const examples = await publicExamples();
  expect(examples.map(({ target }) => target)).toEqual([
    '/services',
    '/services.md?category=branding',
    '/api/quotes',
  ]);
  for (const { target, headers, body } of examples) {
    const response = await app.fetch(target, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    expect([target, response.status]).toEqual([target, 200]);
    if (target === '/api/quotes')
      expect(Object.keys((await response.json()) as object)).toEqual([
        'id',
        'statusUrl',
        'answerDueAt',
      ]);
    else expect(response.headers.get('content-type')).toContain('text/markdown');
  }
});
