import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { modulesOf } from './chunks';

const idOf = (path: string) => fileURLToPath(new URL('..', import.meta.url)) + path;

describe('the modules of a chunk', () => {
  const isOf = modulesOf(['web/ui/field', 'web/routes'], ['web/routes/-page-root']);

  it('are those of a file with its style sheet, and of a folder', () => {
    for (const path of ['web/ui/field.tsx', 'web/ui/field.module.css', 'web/routes/blog/index.tsx'])
      expect([path, isOf(idOf(path))]).toEqual([path, true]);
  });

  it('are no files of a longer name, exceptions or parts of routes that are fetched by themselves', () => {
    for (const path of [
      'web/ui/field-length.tsx',
      'web/routes/-page-root.tsx',
      'web/routes/index.tsx?tsr-split=component',
      'contract/leads/quotes.ts',
    ])
      expect([path, isOf(idOf(path))]).toEqual([path, false]);
  });

  it('cannot be named by a path that is not there, so that a rename fails the build', () => {
    expect(() => modulesOf(['web/ui/field', 'web/ui/renamed'])).toThrow(
      'src/build/chunks.ts names what is not there: web/ui/renamed',
    );
    expect(() => modulesOf(['web/ui/field'], ['web/gone/file'])).toThrow('web/gone/file');
  });
});
