const words = (text: string) => new Set(text.split(' '));

/** Words for yes in the languages of `dates.ts`. */
const yes = words(
  'yes y true 1 x on ja j wahr oui o vrai si s verdadero vero sim verdadeiro tak t prawda ano igen da joo kylla nai はい 是 예 да + ✓ ✔ ☑',
);
const no = words(
  'no n false 0 off nein falsch non faux falso nao nie falsz nee nej nei ne nem nu ei oxi いいえ 否 아니요 нет не - – ✗ ✘ ☐',
);

/** @returns undefined for a word that is neither yes nor no */
export function readBoolean(text: string): boolean | undefined {
  const word = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .trim()
    .toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}
