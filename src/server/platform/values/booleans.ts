import { plainWord } from './languages';

const words = (text: string) => new Set(text.split(' '));

/** Words for yes in the known languages. */
const yes = words(
  'yes y true t 1 x on ja j wahr waar sant sand sann tosi pravda igaz adevarat истина dogru oui o vrai si s verdadero vero sim verdadeiro tak t prawda ano igen da joo kylla nai はい 是 예 да + ✓ ✔ ☑',
);
const no = words(
  'no n false f 0 off nein onwaar falsch falsk falskt usann epatosi nepravda hamis fals ложь yanlis non faux falso nao nie falsz nee nej nei ne nem nu ei oxi いいえ 否 아니요 нет не - – ✗ ✘ ☐',
);

/** Parses a word for yes or no. @returns undefined for any other word */
export function readBoolean(text: string): boolean | undefined {
  const word = plainWord(text);
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}
