import { decimalsOf } from '~/contract/common/currencies';
import { currenciesOf, currencyCodes, namedCurrencies, unitKey } from './currencies';
import { plainWord } from './languages';

/**
 * Symbols and abbreviations that are written beside amounts in the countries of each currency, in addition to those of
 * ICU. Several currencies can have the same one. Single letters are case-sensitive.
 */
const localForms: Record<string, string> = {
  AED: 'Dh Dhs \u20c3',
  AFN: 'Af Afs',
  ALL: 'L',
  AMD: 'դր',
  ANG: 'ƒ NAf NAƒ fl Afl Cg',
  AOA: 'Kz',
  ARS: '$',
  AWG: 'ƒ Afl',
  AZN: 'man m',
  BAM: 'КМ',
  BBD: 'Bds$ BDS',
  BDT: 'Tk',
  BIF: 'F Fr FBu',
  BMD: 'BD$',
  BND: 'B$',
  BOB: 'Bs $b',
  BSD: 'B$',
  BTN: 'Nu',
  BWP: 'P',
  BYN: 'р Р Br BR руб',
  BZD: 'BZ$',
  CDF: 'F Fr FC',
  CHF: 'F Fr',
  CNY: '圆 圓',
  COP: 'COL$',
  CRC: '₡ ¢ C',
  CUP: 'MN $MN',
  CVE: 'Esc $',
  CZK: 'Kc',
  DJF: 'F Fr Fdj',
  DKK: 'kr',
  DOP: 'RD$ RD',
  DZD: 'DA دج',
  EGP: '£ LE £E ج.م',
  ERN: 'Nfk',
  ETB: 'Br BR',
  EUR: 'e E',
  FJD: 'FJ$',
  GHS: '₵ ¢ GH₵ C',
  GMD: 'D',
  GNF: 'F Fr FG',
  GTQ: 'Q',
  GYD: 'G$',
  HKD: 'HK$ 圓',
  HNL: 'L Lps',
  HTG: 'G Gdes',
  IDR: 'Rp',
  INR: 'रु रू Re ₨',
  IQD: 'ID',
  IRR: 'ریال',
  JMD: 'J$ JA$',
  KES: 'Sh Shs KSh /=',
  KGS: 'с С сом som',
  KHR: '៛ R',
  KMF: 'F Fr CF',
  KYD: 'CI$',
  KZT: 'тг тнг',
  LAK: 'K ₭',
  LBP: '£ LL £L',
  LKR: 'රු රු. Re ₨',
  LRD: 'L$ LD',
  LSL: 'M L',
  LYD: 'LD',
  MDL: 'L лей',
  MGA: 'Ar',
  MKD: 'ден',
  MMK: 'K Ks',
  MNT: '₮ төг',
  MOP: 'P',
  MRU: 'UM',
  MUR: 'Re ₨',
  MVR: 'Rf MRf ރ',
  MWK: 'K MK',
  MXN: 'MN M.N MXN$',
  MYR: 'RM',
  MZN: 'MT MTn',
  NAD: 'N$',
  NGN: 'N ₦',
  NIO: 'C$',
  NOK: 'kr',
  NPR: 'रु रू Re ₨ NRs',
  OMR: 'ریال',
  PAB: 'B/',
  PEN: 'S/',
  PGK: 'K',
  PHP: 'P Php ₱',
  PKR: 'Re ₨',
  PYG: 'Gs ₲',
  QAR: 'ریال',
  RON: 'L',
  RSD: 'din дин',
  RUB: 'р Р ₽',
  RWF: 'F Fr FRw',
  SAR: '\u20c1 ریال',
  SBD: 'SI$',
  SCR: 'Re ₨ SR',
  SDG: 'SDG LS ج.س',
  SLE: 'Le',
  SLL: 'Le',
  SOS: 'S Sh Shs',
  SRD: 'Sr$',
  SSP: '£',
  STN: 'Db',
  SVC: '₡ ¢',
  SYP: '£ LS £S SP',
  SZL: 'E L',
  THB: 'B ฿',
  TJS: 'с С сом смн',
  TMT: 'm M манат',
  TOP: 'T$',
  TTD: 'TT$',
  TWD: 'NT NT$ 圓 圆',
  TZS: 'Sh Shs TSh /=',
  UAH: 'гр',
  UGX: 'Sh Shs USh /=',
  USD: 'U$S',
  UYU: '$U',
  UZS: "so'm som сум сўм",
  VES: 'Bs Bs.S Bs.D',
  VED: 'Bs Bs.D',
  VND: 'đ Đ d D VNĐ VNĐ. vnd',
  VUV: 'Vt VT',
  WST: 'T ST WS$',
  XAF: 'F Fr CFA',
  XCD: 'EC$',
  XOF: 'F Fr CFA',
  XPF: 'F Fr CFP XPF',
  YER: 'YR ریال',
  ZAR: 'R',
  ZMW: 'K',
};

/** Country of each currency whose code does not begin with its country's code. */
const countries: Record<string, string> = {
  ANG: 'CW',
  EUR: 'DE',
  XAF: 'CM',
  XCD: 'AG',
  XOF: 'SN',
  XPF: 'PF',
};

const isLetter = (unit: string): boolean => /^[\p{Lu}\p{Ll}]$/u.test(unit.replaceAll('.', ''));
const keyOf = (unit: string): string => (isLetter(unit) ? unit.replaceAll('.', '') : unitKey(unit));

let known: Map<string, Set<string>> | undefined;

/** Returns the currencies that each form means in the countries where it is used. */
function forms(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  const add = (form: string, code: string) =>
    map.set(keyOf(form), (map.get(keyOf(form)) ?? new Set()).add(code));
  for (const code of currencyCodes) {
    const country = countries[code] ?? code.slice(0, 2);
    const { language } = new Intl.Locale(`und-${country}`).maximize();
    for (const locale of new Set([language, 'en', 'fr', 'es'].map((one) => `${one}-${country}`))) {
      for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
        const format = new Intl.NumberFormat(locale, {
          ...{ style: 'currency', currency: code, currencyDisplay },
        });
        const form = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
        if (form.trim()) add(form, code);
      }
    }
    for (const form of (localForms[code] ?? '').split(' ').filter(Boolean)) add(form, code);
  }
  return map;
}

/** Returns whether a unit can stand for a currency in its own countries: `K` for ZMW, and `D` for GMD. */
export function isWrittenAs(code: string, unit: string): boolean {
  known ??= forms();
  return known.get(keyOf(unit))?.has(code) ?? false;
}

/** Returns all currencies that a unit beside an amount can mean. */
export function currenciesBeside(unit: string): string[] {
  known ??= forms();
  const local = known.get(keyOf(unit)) ?? [];
  return [...new Set([...(isLetter(unit) ? [] : currenciesOf(unit)), ...local])];
}

/**
 * Returns the currency that fits the units beside an amount, and other sets of currencies, such as those that its
 * column allows. If a unit can mean several currencies, one of which is the business's own, it means this one. Without
 * other sets, a single letter never means a currency other than the own one.
 *
 * @param own currency of the business or of its account
 * @returns candidates if the currency is unclear; no candidates if the units are unknown or contradict the other sets
 */
export function amountCurrency(
  units: readonly string[],
  others: readonly (readonly string[])[],
  own: string,
): string | { candidates: string[] } {
  const joined = units.length > 1 && currenciesBeside(units.join(' ')).length > 0;
  const written = joined ? [units.join(' ')] : units;
  const sets = [...written.map(currenciesBeside), ...others];
  const [first, ...more] = sets;
  if (!first) return own;
  const candidates = first.filter((code) => more.every((codes) => codes.includes(code)));
  if (candidates.includes(own)) return own;
  const [unit = ''] = written;
  const [usual, ...unusual] = sets.length === 1 ? namedCurrencies(unit) : [];
  if (usual && unusual.length === 0) return usual;
  const [only, ...alternatives] = candidates;
  const isClear = only !== undefined && alternatives.length === 0;
  return isClear && !(sets.length === 1 && isLetter(unit)) ? only : { candidates };
}

/** Matches words for thousands and larger numbers, and for hundredths of currencies. */
const largerUnit =
  /^([kmbt]|mn|mm|bn|tn|mio|mill?|mln|mld|mrd|tsd|tis|tys|tukst|thousand|tausend|millions?|millionen|milliard(s|en)?|billions?|lakhs?|lacs?|crores?|jt|juta|rb|ribu|tr|trieu|ty|тыс|млн|млрд|тис|хил|bin|milyon|mille?|miles|ezer|[千万萬億亿만억천]|[千万萬億亿][円元圓]|[천만억]원|พัน|ล้าน|هزار|الف|مليون|אלף|מיליון|toman|تومان)$/u;
const smallerUnit =
  /^([pc]|cts?|¢|cents?|pence|penn(y|ies)|ore|gr|grosz[ey]?|hal|haler[eu]?|коп(еек|ейки|ейка)?|kurus|krs|agorot|fils|pais[ea]|centimes?|centimos?|centavos?|centesimi|stotinki|bani?|lipa|satang|xu|[角分銭])$/u;

/** Matches prefixes for thousands and millions that are not separate words, such as in `eFt`, `þ.kr.` and `т.р.` */
const prefix = /^[eþктм]$/u;

/**
 * Returns whether a unit is a number word that is joined to a currency, such as `K€`, `tkr` and `Mio.€`. False for
 * currencies such as `kr`.
 */
function isLargerCurrency(unit: string): boolean {
  if (currenciesBeside(unit).length > 0) return false;
  const signs = [...unit];
  return signs.slice(1).some((_, before) => {
    const [first, second] = [signs.slice(0, before + 1), signs.slice(before + 1)].map((part) =>
      part.join(''),
    );
    return [
      [first, second],
      [second, first],
    ].some(([number = '', currency = ''], isAfter) => {
      const word = plainWord(number).replaceAll('.', '');
      const isNumber = largerUnit.test(word) || (isAfter === 0 && prefix.test(word));
      const isName = !isLetter(currency) || /\.\p{L}/u.test(unit);
      return isNumber && isName && currenciesBeside(currency).length > 0;
    });
  });
}

/**
 * Returns whether an amount is in multiples or parts of its currency, such as `1.4k`, `1.4 K€`, `2L` (lakh) and `50p`.
 * `1428.00L` has all decimals of a currency, so it is in lei or lempiras.
 */
export function isPartOfUnit(text: string, units: readonly string[], own: string): boolean {
  const isWord = units.some((unit) => {
    const word = plainWord(unit).replaceAll('.', '');
    const isName = isWrittenAs(own, unit) || /^\p{Lu}$/u.test(unit);
    const isOther = [word, unit.normalize('NFC')].some((one) => largerUnit.test(one));
    return !isName && (isOther || smallerUnit.test(word) || isLargerCurrency(unit));
  });
  const [attached, fraction = ''] = /\d(?:[.,](\d+))?[KLMBT]\)?$/.exec(text.trim()) ?? [];
  return isWord || (attached !== undefined && fraction.length !== decimalsOf(own));
}
