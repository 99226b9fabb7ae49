import { languages, plainWord } from './languages';

/** Current and recent currencies of ISO 4217, each with its numeric code. Excludes funds and metals. */
const isoCodes =
  'AED784 AFN971 ALL008 AMD051 ANG532 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048 BIF108 BMD060 BND096 BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152 CNY156 COP170 CRC188 CUP192 CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HRK191 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SLL694 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 UYU858 UZS860 VED926 VES928 VND704 VUV548 WST882 XAF950 XCD951 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWG924 ZWL932';

/**
 * Symbols and words that ICU lacks, or to which it gives other meanings. A pound sign alone means British pounds, as in
 * bank exports.
 */
const others: Record<string, readonly string[]> = {
  ...{ US$: ['USD'], C$: ['CAD', 'NIO'], AU$: ['AUD'], S$: ['SGD'], MEX$: ['MXN'], R$: ['BRL'] },
  ...{ NT$: ['TWD'], RMB: ['CNY'], 元: ['CNY', 'TWD'], 위안: ['CNY'], 'ש"ח': ['ILS'], שח: ['ILS'] },
  ...{
    שקל: ['ILS'],
    שקלים: ['ILS'],
    NIS: ['ILS'],
    ЛВ: ['BGN'],
    LV: ['BGN'],
    FT: ['HUF'],
    FORINT: ['HUF'],
  },
  ...{ ZŁ: ['PLN'], ZL: ['PLN'], KČ: ['CZK'], KCS: ['CZK'], EUROO: ['EUR'], LEI: ['RON', 'MDL'] },
  ...{ ДИН: ['RSD'], DIN: ['RSD'], ДЕН: ['MKD'], KM: ['BAM'], LEKE: ['ALL'], ТГ: ['KZT'] },
  ...{
    РУБ: ['RUB', 'BYN'],
    ГРН: ['UAH'],
    DT: ['TND'],
    DA: ['DZD'],
    RO: ['OMR'],
    QR: ['QAR'],
    JD: ['JOD'],
  },
  ...{
    TL: ['TRY'],
    KD: ['KWD'],
    BD: ['BHD'],
    SR: ['SAR'],
    DHS: ['AED', 'MAD'],
    DH: ['AED', 'MAD'],
  },
  ...{
    FR: ['CHF'],
    SFR: ['CHF'],
    CFA: ['XOF', 'XAF'],
    FCFA: ['XOF', 'XAF'],
    'F CFA': ['XOF', 'XAF'],
  },
  ...{ RS: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'], RP: ['IDR'], KR: ['SEK', 'NOK', 'DKK', 'ISK'] },
  ...{ '£': ['GBP'], 'S/': ['PEN'], BS: ['BOB', 'VES'], đồng: ['VND'] },
  ...{ KSH: ['KES'], USH: ['UGX'], TSH: ['TZS'], TK: ['BDT'], 'GH¢': ['GHS'], GHC: ['GHS'] },
  ...{ STERLING: ['GBP'], 'POUND STERLING': ['GBP'], 'POUNDS STERLING': ['GBP'] },
};

/** Words with an ending that means `in`, such as `euroina`, `forintban` and `рублях`. */
const inflected: [RegExp, readonly string[]][] = [
  [/^euro?(?!p)[a-z]{0,3}$/, ['EUR']],
  [/^forint[a-z]{1,4}$/, ['HUF']],
  [/^korun[a-z]{1,3}$/, ['CZK']],
  [/^dinar(ima|jih)$/, ['RSD']],
  [/^рубл[а-я]{1,3}$/, ['RUB', 'BYN']],
  [/^гривн[а-яі]{1,3}$/, ['UAH']],
];

/** Languages whose currency names are known, besides those of the known banks. */
const otherLanguages = 'ar fa ga he hi hr ja ko mt sr th vi zh zh-Hant'.split(' ');

/**
 * Words in currency names that mean something else beside an amount, such as prepositions, `gold`, and words for real
 * or total amounts.
 */
const notNouns =
  /^([a-z]{1,2}|del?la|din|auksas|arany|gold|emas|goud|guld|gull|kuld[a-z]?|kultaa?|ou?ro|ouros|zelts|zlat[a-z]*|zloto|злато|золот[а-я]*|real[ei]?|sum[a-z]*|сума?|yeni|top|pes)$/;

/** Returns the form of a unit that is compared with known units. */
export const unitKey = (unit: string): string =>
  plainWord(
    unit
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[״“”„]|''/g, '"')
      .replaceAll(/[’‘ʼʻ`´′]/g, "'"),
  )
    .replaceAll('.', '')
    .toUpperCase();

export const currencyCodes: readonly string[] = isoCodes.split(' ').map((both) => both.slice(0, 3));

let known: Map<string, Set<string>> | undefined;
/** Accented words in currency names, as they are written. */
const accented = new Set<string>();

function symbols(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  const add = (unit: string, code: string) => {
    map.set(unitKey(unit), (map.get(unitKey(unit)) ?? new Set()).add(code));
    for (const word of spelled(unit).split(/[\s()/-]+/)) accented.add(word);
  };
  for (const both of isoCodes.split(' ')) {
    add(both.slice(0, 3), both.slice(0, 3));
    add(both.slice(3), both.slice(0, 3));
  }
  for (const language of [...languages, ...otherLanguages]) {
    const regions = new Intl.DisplayNames(language, { type: 'region' });
    const currencies = new Intl.DisplayNames(language, { type: 'currency' });
    const own = new Intl.Locale(language).maximize().region;
    // Omits the North Korean won, because no bank exports amounts in it.
    const found = currencyCodes
      .filter((code) => code !== 'KPW')
      .map((code) => {
        const country = code.slice(0, 2);
        const isInflected = country === own || ['en', 'fr'].includes(language) || code === 'EUR';
        if (country === own || ['en', 'ar'].includes(language)) {
          for (const one of writtenAs(language, code, 'symbol')) add(one, code);
          for (const one of writtenAs(language, code, 'narrowSymbol')) add(one, code);
        }
        const names = [
          currencies.of(code) ?? code,
          ...(isInflected ? writtenAs(language, code, 'name') : []),
        ];
        for (const name of names) if (!notNouns.test(plainWord(name))) add(name, code);
        return {
          code,
          names: names.map(wordsOf),
          written: names,
          region: wordsOf(regions.of(country) ?? ''),
        };
      });
    const nouns = new Set(found.flatMap(nounsOf));
    for (const { code, names, written } of found) {
      for (const word of written.flatMap((name) => spelled(name).split(/[\s()/-]+/)))
        accented.add(word);
      for (const word of names.flat()) if (nouns.has(word)) add(word, code);
    }
  }
  for (const [unit, codes] of Object.entries(others)) {
    map.set(unitKey(unit), new Set(codes));
    accented.add(spelled(unit));
  }
  return map;
}

/** Returns the symbols or names that stand for a currency beside numbers, in one language. */
function writtenAs(
  language: string,
  currency: string,
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'name',
): string[] {
  const format = new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, currencyDisplay, minimumFractionDigits: 0 },
  });
  const forms = (currencyDisplay === 'name' ? [1, 2, 5, 1.5] : [0]).map(
    (number) => format.formatToParts(number).find(({ type }) => type === 'currency')?.value ?? '',
  );
  return [...new Set(forms)].filter(Boolean);
}

const wordsOf = (name: string) =>
  plainWord(name)
    .split(/[\s()/-]+/)
    .filter(Boolean);

const spelled = (text: string) => text.normalize('NFC').toLowerCase();

/** Returns false if a word is a currency's name with wrong accents: `livre` is a currency, `livré` is not. */
export function isCurrencySpelling(unit: string): boolean {
  known ??= symbols();
  const hasAccents = /[\p{Script=Latin}]\p{M}/u.test(unit.normalize('NFD'));
  const isInflected = inflected.some(([pattern]) => pattern.test(plainWord(unit)));
  return !hasAccents || isInflected || accented.has(spelled(unit));
}

/** Returns the nouns of names such as `Thai baht`: the only word that does not begin like the country's name. */
function nounsOf({ names, region }: { names: string[][]; region: string[] }): string[] {
  const stemOf = (word: string) => word.replace(/^ال/, '').slice(0, 3);
  const stems = region.map(stemOf);
  return names.flatMap((words) => {
    const [noun, ...more] = words.filter((word) => !stems.includes(stemOf(word)));
    return noun && more.length === 0 && !notNouns.test(noun) ? [noun] : [];
  });
}

/**
 * Returns the ISO codes that a symbol, a code, a numeric code or a name can mean, such as SEK, NOK, DKK and ISK for
 * `kr`, and EUR for `978` and `Euro`; none for other words.
 */
export function currenciesOf(unit: string): string[] {
  known ??= symbols();
  const codes = known.get(unitKey(unit));
  if (codes) return [...codes];
  const [, named] = inflected.find(([pattern]) => pattern.test(plainWord(unit))) ?? [];
  if (named) return [...named];
  // Matches a code with its symbol, such as `CAD$`.
  const [, code = ''] = /^([a-z]{3}) ?\p{Sc}$/iu.exec(unit.trim()) ?? [];
  return [...(known.get(unitKey(code)) ?? [])];
}

/**
 * Returns the currencies that a unit usually means if ICU lacks it or gives it other meanings; none for other units.
 */
export const namedCurrencies = (unit: string): readonly string[] =>
  Object.entries(others).find(([form]) => unitKey(form) === unitKey(unit))?.[1] ?? [];
