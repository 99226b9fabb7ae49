import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';

import { keyOf } from '~/testing/admins';
import { publicUrl, testApp } from '~/testing/app';

interface Calls {
  callAsVisitor(options: object): Promise<number>;
  callWithKey(options: object, quoteId: number): Promise<void>;
}

// The path is a variable, so that the compiler does not follow the import: the file's types are generated below.
const [load] = Object.values(import.meta.glob<Calls>('../testing/api-client/calls.ts'));

const app = testApp();

it('openapi-typescript generates the types of a client', async () => {
  const types = await openapiTypes(await (await app.fetch('/api/openapi.json')).text());
  await writeFile('src/testing/api-client/schema.gen.ts', astToString(types));
  const compiled = await promisify(execFile)(process.execPath, [
    'node_modules/typescript/bin/tsc',
    '--project',
    'src/testing/api-client/compile.json',
  ]).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  expect(compiled.stdout).toBe('');
});

it('calls of openapi-fetch work as they are typed', async () => {
  const calls = await load?.();
  const baseUrl = `${publicUrl}/api`;
  const fetch = async (request: Request) =>
    app.fetch(request.url.slice(publicUrl.length), {
      method: request.method,
      headers: request.headers,
      ...(request.body && { body: await request.text() }),
    });
  const quoteId = (await calls?.callAsVisitor({ baseUrl, fetch })) ?? 0;
  const { key } = await keyOf(app, 'owner', [
    'leads.read',
    'leads.write',
    'invoices.read',
    'invoices.write',
  ]);
  const headers = { Authorization: `Bearer ${key}` };
  await calls?.callWithKey({ baseUrl, fetch, headers }, quoteId);
});
