import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createFolder } from './create-folder';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'folders-'));
});
afterAll(() => rm(home, { recursive: true }));

it('a folder is created together with missing parent folders', async () => {
  const folder = join(home, 'a', 'b');
  await Promise.all([createFolder(folder, { mode: 0o711 }), createFolder(folder)]);
  expect((await stat(folder)).isDirectory()).toBe(true);
});

it('a path through a file, and a file, are rejected', async () => {
  await writeFile(join(home, 'file'), '');
  await expect(createFolder(join(home, 'file', 'a'))).rejects.toThrow(/EEXIST|ENOTDIR/);
  await expect(createFolder(join(home, 'file'))).rejects.toThrow('EEXIST');
});

it.runIf(process.platform === 'linux')(
  'a file system that cannot create folders is rejected',
  async () => {
    await expect(createFolder('/proc/folder/data')).rejects.toThrow('ENOENT');
  },
);
