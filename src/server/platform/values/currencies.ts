import { currencyCodes } from '~/contract/common/places';

/** Symbols that ICU does not have in English. */
const others: Record<string, readonly string[]> = {
  ...{ US$: ['USD'], C$: ['CAD'], AU$: ['AUD'], S$: ['SGD'], MEX$: ['MXN'], R$: ['BRL'] },
  ...{
    zł: ['PLN'],
    zl: ['PLN'],
    Kč: ['CZK'],
    Ft: ['HUF'],
    лв: ['BGN'],
    lv: ['BGN'],
    lei: ['RON', 'MDL'],
  },
  ...{
    Fr: ['CHF'],
    SFr: ['CHF'],
    TL: ['TRY'],
    руб: ['RUB'],
    грн: ['UAH'],
    KD: ['KWD'],
    BD: ['BHD'],
  },
  ...{
    Rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
    元: ['CNY', 'TWD'],
    円: ['JPY'],
    RMB: ['CNY'],
    원: ['KRW'],
  },
  ...{ Dhs: ['AED', 'MAD'], SR: ['SAR'], kr: ['SEK', 'NOK', 'DKK', 'ISK'], EURO: ['EUR'] },
};

const keyOf = (unit: string) => unit.replace(/\.$/, '').toUpperCase();

let known: Map<string, Set<string>> | undefined;

function symbols(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  const add = (unit: string, code: string) =>
    map.set(keyOf(unit), (map.get(keyOf(unit)) ?? new Set()).add(code));
  for (const code of currencyCodes) {
    add(code, code);
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const format = new Intl.NumberFormat('en', {
        ...{ style: 'currency', currency: code, currencyDisplay },
      });
      const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
      if (symbol) add(symbol, code);
    }
  }
  // In bank exports, a pound sign alone always means British pounds.
  map.set('£', new Set(['GBP']));
  for (const [unit, codes] of Object.entries(others)) for (const code of codes) add(unit, code);
  return map;
}

/** Returns ISO codes that a symbol or code can mean, such as SEK, NOK, DKK and ISK for `kr`; none for other words. */
export function currenciesOf(unit: string): string[] {
  known ??= symbols();
  return [...(known.get(keyOf(unit)) ?? [])];
}
