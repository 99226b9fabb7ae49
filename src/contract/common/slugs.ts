/** How long what was deleted can be brought back. */
export const trashDays = 30;

/** Words as part of an address: lower case, whatever is no letter or digit a hyphen, none at the ends. */
export function slugify(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '');
}
