import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Finds a package in the same way as Node: in `node_modules` of this folder, then of its parent
 * folders.
 */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Lists packages and their declared dependencies. Leaves out packages that are not installed, such
 * as optional ones. If a required package is missing, the test start of the bundle finds it.
 *
 * @param names of the packages
 * @returns folders, relative to `root`
 */
export async function modulesOf(root, names) {
  const folders = new Set();
  async function add(name, from) {
    // Type packages are only needed for compiling.
    if (name.startsWith('@types/')) return;
    const folder = folderOf(name, from);
    if (!folder || folders.has(folder)) return;
    folders.add(folder);
    const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const { dependencies, optionalDependencies, peerDependencies } = about;
    for (const other of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      await add(other, folder);
    }
  }
  for (const name of names) await add(name, root);
  return [...folders].map((folder) => relative(root, folder));
}
