import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createFolder } from './create-folder';

it('a folder is created together with missing parent folders, even twice at once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'folders-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const folder = join(home, 'a', 'b');
  await Promise.all([createFolder(folder, { mode: 0o711 }), createFolder(folder)]);
  expect((await stat(folder)).isDirectory()).toBe(true);
});
