/** Legal forms, titles and other common words, which do not identify a company or a person. */
const common = new Set(
  'gmbh mbh ltd limited inc llc llp plc corp corporation company co ag kg ug ohg gbr ek ev se sa sas sarl srl spa bv nv vof oy ab as aps und and et en the herr frau mr mrs ms dr prof'.split(
    ' ',
  ),
);

/** Minimum number of letters that distinguishes a name. */
const lettersMin = 4;

/** Returns the words of a name in a comparable form: `Müller & Söhne GmbH` and `MUELLER SOEHNE` are equal. */
export function wordsOf(name: string): Set<string> {
  const plain = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // Dots within a legal form are removed: `B.V.`
    .replaceAll(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
    .replaceAll(/([aou])e/g, '$1');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const telling = words.filter((word) => word.length > 1 && !common.has(word));
  return new Set(telling);
}

const lettersOf = (words: ReadonlySet<string>) => [...words].join('').length;

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((word) => whole.has(word));

/** Returns whether two names may belong to the same party: one may have additional words, such as a middle name. */
export function isSameName(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (lettersOf(one) < lettersMin || lettersOf(other) < lettersMin) return false;
  if (one.size === other.size) return isWithin(one, other);
  const [short, long] = one.size < other.size ? [one, other] : [other, one];
  return short.size > 1 && isWithin(short, long);
}

/** Returns whether a text contains a name. Used for entries without a name. */
export const isNamedIn = (name: ReadonlySet<string>, text: ReadonlySet<string>): boolean =>
  lettersOf(name) > lettersMin && isWithin(name, text);
