import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Names of two characters, without `ad`, because ad blockers hide elements with such a class. */
const shortNames = [...letters]
  .flatMap((first) => [...`${letters}0123456789`].map((second) => first + second))
  .filter((name) => !/^ad$/i.test(name));

/** Names that a style sheet may define: its classes and its animations. */
const definitions = /(?:\.|@keyframes\s+)([A-Za-z_][\w-]*)/g;

/**
 * Returns a name of two characters for each class of the CSS modules below `folder`. The keys
 * consist of the file and the original name.
 *
 * Short names matter, because a page contains most class names three times (in its HTML, styles and
 * scripts), and the usual hashes hardly compress. Names are derived from a hash, so that a new
 * class rarely changes other names.
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

/**
 * Returns the function that names classes in builds. The server and the browser must use the same
 * names.
 */
export function classNaming(): (name: string, file: string) => string {
  const names = shortClassNames(source);
  return (name, file) => {
    const key = keyOf(file.replace(/\?.*$/, '').slice(source.length), name);
    const short = names.get(key);
    if (!short) throw new Error(`src/build/class-names.ts did not find ${key}`);
    return short;
  };
}
