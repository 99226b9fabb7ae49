import { currenciesOf } from './currencies';
import { plainWord } from './languages';

const currencyWords =
  /^((payment |price |settlement )?currency( code)?|ccy|wahrung|waehrung|devise|munt|muntsoort|munteenheid|wahrungscode|valuutta|valuuta|валюта операции|מטבע|العملة|valuta|divisa|moneda|moeda|waluta|mena|penznem|para birimi|валюта|通貨|币种|통화)$/;

/** Returns whether a heading names a column of currencies. */
export const isCurrencyHeading = (heading: string): boolean =>
  currencyWords.test(plainWord(heading).replaceAll(/[_-]+/g, ' '));

/** A heading without its unit, and the currencies that the unit can mean; none if it is not known. */
interface HeadingUnit {
  rest: string;
  unit: string;
  currencies: string[];
}

/** Ways to write a unit: in brackets, after a comma, after a word for `in`, and after a space. */
const unitPatterns = [
  /^(.*?) ?[([] ?(?:in )?([^()[\]]+?) ?[)\]]$/i,
  /^(.*?), ?([^,]+)$/,
  /^(.*?) (?:in|en|em|w|v|u|в|у) (.+)$/i,
  /^(.*?)[ _-](\S+)$/,
];

const split = (heading: string, pattern: RegExp): HeadingUnit[] => {
  const [, rest = '', written = ''] = pattern.exec(heading.normalize('NFKC').trim()) ?? [];
  // In Hebrew and Arabic, the word for `in` is a prefix.
  const units = [written, written.replace(/^(ב-?|بال|ب)/, '')];
  const unit = units.find((one) => currenciesOf(one).length > 0) ?? written;
  return written === '' ? [] : [{ rest, unit, currencies: currenciesOf(unit) }];
};

/** Returns each way to split a heading into a name and a currency, such as `Price (EUR)`, `Price in €` and `price_eur`. */
export function headingUnits(heading: string): HeadingUnit[] {
  // A code or symbol can also be first, such as `USD amount`.
  const [, unit = '', rest = ''] =
    /^[([]?([A-Z]{3}(?![A-Z])|\p{Sc})[)\]]? ?[-/]? ?(\p{L}.*)$/u.exec(heading.trim()) ?? [];
  return [
    ...unitPatterns.flatMap((pattern) => split(heading, pattern)),
    { rest, unit, currencies: currenciesOf(unit) },
  ].filter(({ currencies }) => currencies.length > 0);
}

/** Returns the word in brackets or after a comma that can be an unknown unit of a heading. */
export const unknownUnit = (heading: string): string | undefined =>
  headingUnits(heading).length > 0
    ? undefined
    : unitPatterns
        .slice(0, 2)
        .flatMap((pattern) => split(heading, pattern))
        .find(({ unit }) => /[\p{L}\p{Sc}]/u.test(unit))?.unit;
