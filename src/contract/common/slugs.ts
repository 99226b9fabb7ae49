/** Days for which deleted rows can be restored. */
export const trashDays = 30;

/** Converts words to a slug: lower case, with hyphens in place of all other characters, and none at the ends. */
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

/**
 * Returns the slug that the server derives from words in Latin letters; empty for others, which need the server's
 * transliteration.
 */
export const predictedSlug = (words: string): string =>
  /(?!\p{ASCII})[\p{L}\p{N}]/u.test(words.normalize('NFKD')) ? '' : slugify(words);
