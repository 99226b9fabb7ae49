import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Names of two characters. Ad blockers hide elements with classes such as `ad`. */
const shortNames = [...letters]
  .flatMap((first) => [...`${letters}0123456789`].map((second) => first + second))
  .filter((name) => !/^ad$/i.test(name));

/** Names that a style sheet may define: its classes and its animations. */
const definitions = /(?:\.|@keyframes\s+)([A-Za-z_][\w-]*)/g;

/**
 * Returns a name of two characters for each class of the CSS modules below `folder`, by its file and its name. A page
 * contains most of its class names three times (in its HTML, styles and scripts), and the usual hashes hardly compress.
 * Names depend on a hash, so that a new class rarely renames another.
 *
 * @throws Error if there are more classes than names
 */
export function shortClassNames(folder: string): Map<string, string> {
  const keys = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) =>
      Array.from(readFileSync(join(folder, file), 'utf8').matchAll(definitions), ([, name]) =>
        keyOf(file, name ?? ''),
      ),
    );
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const key of [...new Set(keys)].sort()) {
    if (taken.size === shortNames.length)
      throw new Error(`src/build/class-names.ts has only ${taken.size} names: allow longer ones`);
    let at = createHash('sha256').update(key).digest().readUInt32BE() % shortNames.length;
    while (taken.has(shortNames[at] ?? '')) at = (at + 1) % shortNames.length;
    const name = shortNames[at] ?? '';
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

const keyOf = (file: string, name: string) => `${file.split(sep).join('/')}:${name}`;

/** Returns the naming of classes for builds. The server and the browser need the same names. */
export function classNaming(): (name: string, file: string) => string {
  const names = shortClassNames(source);
  return (name, file) => {
    const key = keyOf(file.replace(/\?.*$/, '').slice(source.length), name);
    const short = names.get(key);
    if (!short) throw new Error(`src/build/class-names.ts did not find ${key}`);
    return short;
  };
}
