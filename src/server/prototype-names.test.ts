import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ logLevel: 'error' });
const ask = askerOf(app, () => signInAdmin(app));

/** Properties of every object's prototype. */
const names = ['constructor', '__proto__'];

interface Operation {
  parameters?: { in: string; name: string }[];
}

it('no URL fails if it contains the name of an inherited property, such as `constructor`', async () => {
  const { body } = await ask<{ paths: Record<string, Record<string, Operation>> }>(
    'GET',
    '/api/openapi.json',
  );
  const reads = Object.entries(body.paths).flatMap(([path, { get }]) =>
    get ? [{ path, parameters: get.parameters ?? [] }] : [],
  );
  expect(reads.length).toBeGreaterThan(20);
  const asked: string[] = [];
  for (const name of names) {
    asked.push(`/api/admin/export/${name}.csv`, `/api/login/${name}`, `/share/${name}/${name}.png`);
    for (const { path, parameters } of reads) {
      const filled = path.replace(/\{\w+\}/g, name);
      const url = filled.startsWith('/api') ? filled : `/api${filled}`;
      const queried = parameters.filter((one) => one.in === 'query');
      asked.push(url);
      for (const parameter of queried) asked.push(`${url}?${parameter.name}=${name}`);
    }
  }
  const faults: [string, number][] = [];
  for (const path of new Set(asked)) {
    const { status } = await ask('GET', path);
    if (status >= 500) faults.push([path, status]);
  }
  expect(faults).toEqual([]);
}, 60_000);
