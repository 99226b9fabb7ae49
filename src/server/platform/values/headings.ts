import { currenciesOf } from './currencies';
import { plainWord } from './languages';

const currencyWords =
  /^((payment |price |settlement )?currency( code)?|ccy|wahrung|waehrung|devise|munt|muntsoort|valuta|divisa|moneda|moeda|waluta|mena|penznem|para birimi|валюта|通貨|币种|통화)$/;

/** Returns whether a heading names a column of currencies. */
export const isCurrencyHeading = (heading: string): boolean =>
  currencyWords.test(plainWord(heading).replaceAll(/[_-]+/g, ' '));

/** A heading without its unit, and the currencies that the unit can mean. */
interface HeadingUnit {
  rest: string;
  unit: string;
  currencies: string[];
}

/** Returns each way to split a heading into a name and a currency, such as `Price (EUR)`, `Price in €` and `price_eur`. */
export const headingUnits = (heading: string): HeadingUnit[] =>
  [
    /^(.*?) ?[([] ?(?:in )?([^()[\]]+?) ?[)\]]$/i,
    /^(.*?) (?:in|en|w) (.+)$/i,
    /^(.*?)[ _-](\S+)$/,
  ].flatMap((pattern) => {
    const [, rest = '', unit = ''] = pattern.exec(heading.trim()) ?? [];
    const currencies = currenciesOf(unit);
    return currencies.length > 0 ? [{ rest, unit, currencies }] : [];
  });
