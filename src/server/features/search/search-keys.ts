/** Maximum length of keys, to which fields and beginnings of words are cut. */
const fieldMax = 60;
const beginningMax = 20;
/** Minimum length of words in which a typo is tolerated. In shorter words, only an additional letter is. */
const typoFrom = 4;
const typoTo = 24;
const wordsMax = 8;

/** Letters that have no decomposition in Unicode. */
const plainLetters: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

/** Returns the words of a text, without case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[øłđðħıςßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[\p{Cc} -/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f]+/u)
    .filter(Boolean);

const cut = (text: string, size: number) => [...text].slice(0, size).join('');
const fieldKey = (words: string[]) => `=${cut(words.join(' '), fieldMax)}`;
const beginning = (word: string) => cut(word, beginningMax);

/** Returns keys of a word such that two words which differ in one typo have a key in common. */
function typoKeys(word: string, from: number): string[] {
  const letters = [...word];
  if (letters.length < from || letters.length > typoTo || /\d/.test(word)) return [];
  const shorter = letters.map((_, at) => letters.toSpliced(at, 1).join(''));
  return [word, ...shorter].map((one) => `~${one}`);
}

/** Returns the same keys as the database's function `search_keys`. */
export function keysOf(fields: readonly string[]): Set<string> {
  return new Set(
    fields.map(wordsOf).flatMap((words) => [
      ...(words.length > 0 ? [fieldKey(words)] : []),
      ...words.flatMap((word, index) => {
        const letters = [...beginning(word)];
        const beginnings = letters.map((_, at) => letters.slice(0, at + 1).join(''));
        return [
          ...beginnings,
          ...(index === 0 ? beginnings.map((one) => `^${one}`) : []),
          ...typoKeys(word, typoFrom - 1),
        ];
      }),
    ]),
  );
}

/** Condition that is met by keys that include at least one of each group. */
export type KeyCondition = string[][];

/**
 * Returns the conditions of the ranks, best first: a field equals the query, such as a number; a field begins with the
 * query's first word, and the other words begin any words; all words of the query begin any words. `similar` equals the
 * last condition, but allows a typo in each longer word.
 */
export function ranksOf(query: string): { right: KeyCondition[]; similar: KeyCondition[] } {
  const words = wordsOf(query).slice(0, wordsMax);
  const [first, ...others] = words;
  if (first === undefined) return { right: [], similar: [] };
  const begins = words.map((word) => [beginning(word)]);
  const similar = words.map((word) => [beginning(word), ...typoKeys(word, typoFrom)]);
  return {
    right: [
      [[fieldKey(words)]],
      [[`^${beginning(first)}`], ...others.map((word) => [beginning(word)])],
      begins,
    ],
    similar: similar.flat().length > begins.length ? [similar] : [],
  };
}

/** Returns whether keys match a condition. */
export const isMatch = (keys: ReadonlySet<string>, condition: KeyCondition): boolean =>
  condition.every((group) => group.some((key) => keys.has(key)));

/** Returns a condition as PostgreSQL's `tsquery`. Keys contain neither quotes nor backslashes. */
export const tsqueryOf = (condition: KeyCondition): string =>
  condition.map((group) => `(${group.map((key) => `'${key}'`).join(' | ')})`).join(' & ');
