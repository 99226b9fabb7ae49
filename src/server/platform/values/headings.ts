import { currenciesOf, isCurrencySpelling } from './currencies';
import { plainWord } from './languages';

const currencyWords =
  /^((payment |price |settlement )?currency( code)?|ccy|wahrung|waehrung|devise|munt|muntsoort|munteenheid|wahrungscode|valuutta|valuuta|валюта операции|מטבע|العملة|valuta|divisa|moneda|moeda|waluta|mena|penznem|para birimi|валюта|通貨|币种|통화)$/;

/** Returns whether a heading names a currency column. */
export const isCurrencyHeading = (heading: string): boolean =>
  currencyWords.test(plainWord(heading).replaceAll(/[_-]+/g, ' '));

/** A heading without its unit, and the currencies that the unit can mean; none if the unit is unknown. */
export interface HeadingUnit {
  rest: string;
  unit: string;
  currencies: string[];
  /** True for a word that also means something else, such as `all` and `won`. */
  isDoubtful: boolean;
}

/** Currency codes that are also ordinary words, as in `Amount (all)`. */
const everydayCodes = /^(all|ang|bam|bob|cop|cup|gel|mad|mop|pen|sos|top|try)$/i;
/** Currency nouns that are also ordinary words. They count as currencies only in brackets or after `in`. */
const everydayNouns =
  /^(won|livres?|pounds?|real|sum|som|colon|peso|rand|para|mark|man|taka|lei|dong)$/;

/**
 * Returns whether a unit can also be an ordinary word.
 *
 * @param isMarked true for a unit in brackets or after `in`
 */
const isDoubtful = (unit: string, isMarked: boolean): boolean =>
  /^(\d+|[\p{Lu}\p{Ll}])$/u.test(unit) ||
  everydayCodes.test(unit) ||
  !isCurrencySpelling(unit) ||
  (!isMarked && everydayNouns.test(unit.toLowerCase()));

/** Patterns for a unit in a heading: in brackets, after a comma, after a word for `in`, and after a space. */
const unitPatterns = [
  /^(.*?) ?[([] ?(?:in )?([^()[\]]+?) ?[)\]]$/i,
  /^(.*?), ?([^,]+)$/,
  /^(.*?) (?:in|en|em|w|v|u|в|у) (.+)$/i,
  /^(.*?)[ _-](\S+)$/,
];

const split = (heading: string, pattern: RegExp, at: number): HeadingUnit[] => {
  const [, rest = '', written = ''] = pattern.exec(heading.normalize('NFKC').trim()) ?? [];
  // Removes the word for `in`, which is a prefix in Hebrew and Arabic.
  const units = [written, written.replace(/^(ב-?|بال|ب)/, '')];
  const unit = units.find((one) => currenciesOf(one).length > 0) ?? written;
  const isMarked = at < unitPatterns.length - 1;
  return written === ''
    ? []
    : [{ rest, unit, currencies: currenciesOf(unit), isDoubtful: isDoubtful(unit, isMarked) }];
};

/**
 * Returns all ways to split a heading into a name and a currency, such as `Price (EUR)`, `Price in €` and `price_eur`.
 */
export function headingUnits(heading: string): HeadingUnit[] {
  // Matches a code or symbol at the beginning, such as `USD amount`.
  const [, unit = '', rest = ''] =
    /^[([]?([A-Z]{3}(?![A-Z])|\p{Sc})[)\]]? ?[-/]? ?(\p{L}.*)$/u.exec(heading.trim()) ?? [];
  return [
    ...unitPatterns.flatMap((pattern, at) => split(heading, pattern, at)),
    { rest, unit, currencies: currenciesOf(unit), isDoubtful: isDoubtful(unit, true) },
  ].filter(({ currencies }) => currencies.length > 0);
}

/**
 * Returns a word in brackets or after a comma that may be an unknown unit; undefined if there is none, or if the
 * heading contains a known unit.
 */
export const unknownUnit = (heading: string): string | undefined =>
  headingUnits(heading).length > 0
    ? undefined
    : unitPatterns
        .slice(0, 2)
        .flatMap((pattern, at) => split(heading, pattern, at))
        .find(({ unit }) => /[\p{L}\p{Sc}]/u.test(unit))?.unit;
