import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { withNativeSpread } from './native-spread';

const require = createRequire(import.meta.url);

/** The modules that tRPC is published as, of a package. */
async function modulesOf(name: string): Promise<string[]> {
  const dist = join(dirname(require.resolve(`${name}/package.json`)), 'dist');
  const files = await readdir(dist, { recursive: true });
  return Promise.all(
    files.filter((file) => file.endsWith('.mjs')).map((file) => readFile(join(dist, file), 'utf8')),
  );
}

it.each(['@trpc/server', '@trpc/client'])(
  '%s copies objects as the language does',
  async (name) => {
    const modules = await modulesOf(name);
    const helpers = modules.filter((code) => /function _objectSpread2\b/.test(code));
    expect(helpers).toHaveLength(1);
    const changed = withNativeSpread(helpers[0] ?? '') ?? '';
    expect(changed).toContain('const _objectSpread2 = Object.assign;');
    expect(changed).not.toContain('getOwnPropertyDescriptors');
    expect(changed).toMatch(/export \{[^}]*_objectSpread2/);
  },
);

it.each(['@trpc/server', '@trpc/client'])('%s has no literal with an accessor', async (name) => {
  // A getter of a class follows the end of a method, one of a literal a comma or the brace in parentheses.
  for (const code of await modulesOf(name))
    expect(code).not.toMatch(/(,|[(=:]\s*\{)\s*get \w+\(\)/);
});

it('leaves other code alone', () => {
  expect(withNativeSpread('export const a = { ...b };')).toBeUndefined();
});
