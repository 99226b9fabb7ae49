import { languages, plainWord } from './languages';

/** Current and recent currencies of ISO 4217, each with its numeric code. Excludes funds and metals. */
const isoCodes =
  'AED784 AFN971 ALL008 AMD051 ANG532 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048 BIF108 BMD060 BND096 BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152 CNY156 COP170 CRC188 CUP192 CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HRK191 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SLL694 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 UYU858 UZS860 VED926 VES928 VND704 VUV548 WST882 XAF950 XCD951 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWG924 ZWL932';

/** Symbols and names that ICU lacks. */
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
  ...{ Dhs: ['AED', 'MAD'], SR: ['SAR'], kr: ['SEK', 'NOK', 'DKK', 'ISK'] },
  ...{ STERLING: ['GBP'], 'POUND STERLING': ['GBP'], 'POUNDS STERLING': ['GBP'] },
  ...{ FRANKEN: ['CHF'], ZLOTY: ['PLN'], ZLOTYCH: ['PLN'], YEN: ['JPY'], EUROS: ['EUR'] },
};

/** Names that several currencies share. */
const shared: Record<string, readonly string[]> = {
  USD: ['dollar', 'dollars', 'dolar', 'dolares', 'dollaro', 'dollari'],
  CAD: ['dollar', 'dollars'],
  AUD: ['dollar', 'dollars'],
  NZD: ['dollar', 'dollars'],
  SGD: ['dollar', 'dollars'],
  HKD: ['dollar', 'dollars'],
  GBP: ['pound', 'pounds', 'pfund', 'pond', 'livre', 'livres', 'libra', 'libras', 'sterlina'],
  EGP: ['pound', 'pounds', 'livre', 'livres'],
  CHF: ['franc', 'francs', 'franco', 'francos', 'franchi'],
  XOF: ['franc', 'francs'],
  XAF: ['franc', 'francs'],
  SEK: ['krona', 'kronor'],
  ISK: ['krona', 'kronur'],
  NOK: ['krone', 'kroner', 'kronen'],
  DKK: ['krone', 'kroner', 'kronen'],
};

const keyOf = (unit: string) => plainWord(unit).replace(/\.$/, '').toUpperCase();

let known: Map<string, Set<string>> | undefined;

function symbols(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  const add = (unit: string, code: string) =>
    map.set(keyOf(unit), (map.get(keyOf(unit)) ?? new Set()).add(code));
  const codes = isoCodes.split(' ').map((both) => [both.slice(0, 3), both.slice(3)] as const);
  for (const [code, numeric] of codes) {
    add(code, code);
    add(numeric, code);
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const format = new Intl.NumberFormat('en', {
        ...{ style: 'currency', currency: code, currencyDisplay },
      });
      const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
      if (symbol) add(symbol, code);
    }
    for (const name of shared[code] ?? []) add(name, code);
  }
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    for (const [code] of codes) add(names.of(code) ?? code, code);
  }
  // In bank exports, a pound sign alone always means British pounds.
  map.set(keyOf('£'), new Set(['GBP']));
  for (const [unit, codes] of Object.entries(others)) for (const code of codes) add(unit, code);
  return map;
}

/**
 * Returns ISO codes that a symbol, a code, a numeric code or a name can mean, such as SEK, NOK, DKK and ISK for `kr`, and
 * EUR for `978` and `Euro`; an empty set for other words.
 */
export function currenciesOf(unit: string): string[] {
  known ??= symbols();
  const codes = known.get(keyOf(unit));
  if (codes) return [...codes];
  // A code with its symbol, such as `CAD$`.
  const [, code = ''] = /^([a-z]{3}) ?\p{Sc}$/iu.exec(unit.trim()) ?? [];
  return [...(known.get(keyOf(code)) ?? [])];
}

/**
 * Returns the ISO codes that are consistent with all of several symbols, codes and names beside an amount, such as USD for
 * `$` and `USD`, and for the name `US dollar`.
 *
 * @returns undefined if there are none of them
 */
export function commonCurrencies(units: readonly string[]): string[] | undefined {
  const whole = units.length > 1 ? currenciesOf(units.join(' ')) : [];
  if (whole.length > 0) return whole;
  const [first, ...others] = units.map(currenciesOf);
  return first?.filter((code) => others.every((codes) => codes.includes(code)));
}
