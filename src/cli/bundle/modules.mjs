import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** As Node looks for it: in `node_modules` of this folder, then of those above. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Packages and what they declare to need. One that is not installed is left out, as is what a library tries and does without: a start of
 * the bundle finds out about any other.
 *
 * @param names of the packages
 * @returns folders, relative to `root`
 */
export async function modulesOf(root, names) {
  const folders = new Set();
  async function add(name, from) {
    // For compilers alone.
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
