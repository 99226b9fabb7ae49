import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** What a script names: `require("sharp")` in code that was compiled, `import('sharp')` in code that is loaded late. */
const named = /\b(?:require|import)\(\s*(["'`])([^"'`$]+)\1\s*\)/g;

const packageName = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

/** Of packages; the names of files and of Node's own modules are left out. */
async function namesIn(folder) {
  const names = new Set();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.[cm]?js$/.test(file)) continue;
    for (const [, , name] of (await readFile(join(folder, file), 'utf8')).matchAll(named)) {
      if (/^(?:\.|\/|node:)/.test(name) || builtinModules.includes(name)) continue;
      names.add(packageName(name));
    }
  }
  return names;
}

/** As Node looks for it: in `node_modules` of this folder, then of those above. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * The packages that scripts can load: those that they name, and what these declare to need. One that is not installed is left out, as is
 * what a library tries and does without: a start of the bundle finds out about any other.
 *
 * @param scripts a folder of scripts
 * @param more names that no script has
 * @returns folders, relative to `root`
 */
export async function modulesOf(root, scripts, more) {
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
  for (const name of [...(await namesIn(join(root, scripts))), ...more]) await add(name, root);
  return [...folders].map((folder) => relative(root, folder));
}
