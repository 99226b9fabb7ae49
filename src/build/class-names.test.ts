import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { shortClassNames } from './class-names';

describe('shortClassNames', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'class-names-'));
    mkdirSync(join(folder, 'ui'));
  });

  it('names classes and animations by file, in two characters', () => {
    writeFileSync(
      join(folder, 'a.module.css'),
      '.card .title:hover { margin: .5rem } @keyframes rise { to { opacity: 1 } }',
    );
    writeFileSync(join(folder, 'ui/b.module.css'), '.card { color: red }');
    writeFileSync(join(folder, 'ui/global.css'), '.prose { color: red }');

    const names = shortClassNames(folder);

    expect([...names.keys()]).toEqual([
      'a.module.css:card',
      'a.module.css:rise',
      'a.module.css:title',
      'ui/b.module.css:card',
    ]);
    for (const name of names.values()) expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9]$/);
    expect(new Set(names.values()).size).toBe(4);
  });

  it('gives a thousand classes different names, and avoids names that ad blockers hide', () => {
    const css = Array.from({ length: 1000 }, (_, index) => `.c${index} { color: red }`).join('\n');
    writeFileSync(join(folder, 'many.module.css'), css);

    const names = [...shortClassNames(folder).values()];

    expect(new Set(names).size).toBe(1000);
    expect(names.filter((name) => name.toLowerCase() === 'ad')).toEqual([]);
  });

  it('refuses more classes than there are names', () => {
    const css = Array.from({ length: 4000 }, (_, index) => `.c${index} { color: red }`).join('\n');
    writeFileSync(join(folder, 'many.module.css'), css);

    expect(() => shortClassNames(folder)).toThrow('allow longer ones');
  });
});
