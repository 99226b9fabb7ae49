import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const aloneMax = letters.length;

/** `a` to `Z`, then `aa` to `ZZ`. */
function lettersOf(index: number): string {
  if (index < aloneMax) return letters.charAt(index);
  const rest = index - aloneMax;
  if (rest >= aloneMax ** 2) throw new Error('there are too many style sheets for two letters');
  return letters.charAt(Math.floor(rest / aloneMax)) + letters.charAt(rest % aloneMax);
}

/** The classes and animations of a style sheet, in the order in which it names them. */
const namesIn = (css: string) => [
  ...new Set([...css.matchAll(/(?:\.|@keyframes\s+)([a-z_][\w-]*)/gi)].map(([, name]) => name)),
];

/**
 * Names the classes of CSS modules by the place of their file in the folder and theirs in the file: `b12`. They are in every page, and the
 * usual names with a hash compress badly: 4% of a page. The same sources give the same names in each build, and on each machine.
 *
 * @param folder holds all CSS modules
 */
export function shortClassNames(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  const places = new Map(files.map((file, index) => [resolve(join(folder, file)), index]));
  return (name: string, file: string, css: string): string => {
    const place = places.get(resolve(file.split('?', 1)[0] ?? file));
    const number = namesIn(css).indexOf(name);
    if (place === undefined || number < 0)
      throw new Error(`cannot name the class ${name} of ${file}`);
    return `${lettersOf(place)}${number}`;
  };
}
