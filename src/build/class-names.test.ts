import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { shortClassNames } from './class-names';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'class-names-'));
  folders.push(folder);
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

describe('the names of classes', () => {
  it('tell files and classes apart, in any order of asking', () => {
    const folder = folderOf(['b/late.module.css', 'a/early.module.css', 'a/plain.css']);
    const nameOf = shortClassNames(folder);
    const css =
      '.row .cell{margin:.5rem}.row:hover,.cell-wide{top:0;animation:1s draw}@keyframes draw{to{top:0}}';
    const late = join(folder, 'b/late.module.css');
    const own = ['row', 'cell', 'cell-wide', 'draw'];
    expect(nameOf('cell-wide', late, css)).toMatch(/^b\d+$/);
    const names = own.map((name) => nameOf(name, late, css));
    expect(new Set(names).size).toBe(4);
    expect(nameOf('row', join(folder, 'a/early.module.css'), css)).toMatch(/^a\d+$/);
    expect(names).toEqual(own.map((name) => nameOf(name, late, css)));
  });

  it('differ for more files than there are letters', () => {
    const files = Array.from({ length: 400 }, (_, index) => `${index}.module.css`);
    const folder = folderOf(files);
    const nameOf = shortClassNames(folder);
    const names = files.map((file) => nameOf('a', join(folder, file), '.a{}'));
    expect(new Set(names).size).toBe(400);
  });

  it('are refused for what is not among the files', () => {
    const nameOf = shortClassNames(folderOf([]));
    expect(() => nameOf('a', '/elsewhere.module.css', '.a{}')).toThrow(/cannot name/);
  });
});
