import { normalizeCode } from '~/contract/common/normalize';

/** Parses numbers as people and banks write them. The browser shares this code: forms parse typed amounts with it. */

export type DecimalSign = ',' | '.';

/** Value of a text, or all values that an ambiguous text can have. */
export type Read<Value> = { value: Value } | { candidates: Value[] } | undefined;

/** A possible way to read a number. */
interface Reading {
  /** Digits with a point before the decimals, without leading zeros. */
  value: string;
  /** Decimal sign that gives this value; undefined if every sign gives the same value. */
  decimal: DecimalSign | undefined;
}

/** A number with the text around its digits. */
export interface WrittenNumber {
  isNegative: boolean;
  /** Mark for credit or debit: banks write CR and DR, German banks H (Haben) and S (Soll). */
  mark: 'credit' | 'debit' | undefined;
  /** Symbols and codes of currencies around the number. */
  units: string[];
  readings: Reading[];
}

const marks: Record<string, 'credit' | 'debit'> = {
  ...{ CR: 'credit', C: 'credit', CREDIT: 'credit', H: 'credit', HABEN: 'credit' },
  ...{ DR: 'debit', DB: 'debit', D: 'debit', DEBIT: 'debit', S: 'debit', SOLL: 'debit' },
};

/**
 * Maps separators, minus signs and spaces of all scripts to one character each. In Japan and Korea, a triangle is a
 * minus sign. In spreadsheets, an apostrophe precedes text.
 */
const plain = (text: string): string =>
  normalizeCode(text)
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[‐‑‒–—−▲△]/g, '-')
    .replace(/^'/, '')
    .replace(/[([](cr|dr|db|c|d|[+-])\.?[)\]]$/i, ' $1')
    .replaceAll(/[’‘ʼʻ`´′٬]/g, "'")
    .replaceAll('٫', ',')
    .trim();

/** Removes group separators from the whole part: `1.234`, `1'234`, `1 234`, and Indian `12,34,567`. */
function ungrouped(whole: string, decimal: DecimalSign): string | undefined {
  const sign = /\D/.exec(whole)?.[0];
  if (sign === undefined) return whole;
  if (sign === decimal || whole.startsWith('0')) return undefined;
  const groups = whole.split(sign);
  const [first = '', ...others] = groups;
  const last = others.pop() ?? '';
  if (groups.some((group) => !/^\d+$/.test(group)) || last.length !== 3) return undefined;
  const isWestern = first.length <= 3 && others.every((group) => group.length === 3);
  const isIndian = first.length <= 2 && others.every((group) => group.length === 2);
  return isWestern || isIndian ? groups.join('') : undefined;
}

function readingUnder(digits: string, decimal: DecimalSign): string | undefined {
  const [whole = '', fraction, ...more] = digits.split(decimal);
  // Amounts such as `5,-` and `5.` have no cents.
  if (more.length > 0 || !/^\d*$/.test(fraction ?? '')) return undefined;
  if (whole === '' && !fraction) return undefined;
  const bare = ungrouped(whole, decimal);
  if (bare === undefined) return undefined;
  const trimmed = bare.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${trimmed}.${fraction}` : trimmed;
}

function readingsOf(digits: string): Reading[] {
  const [comma, point] = [readingUnder(digits, ','), readingUnder(digits, '.')];
  if (comma !== undefined && comma === point) return [{ value: comma, decimal: undefined }];
  return [
    ...(point === undefined ? [] : [{ value: point, decimal: '.' as const }]),
    ...(comma === undefined ? [] : [{ value: comma, decimal: ',' as const }]),
  ];
}

/**
 * Parses a number with a leading or trailing sign, parentheses for negative numbers, CR or DR, and currencies: `-1.234,56
 * €`, `₹1,23,456.00`, `12,00-`, `(5)`, `CHF 1'250.–`, `38.20 DR`.
 *
 * @returns undefined if the text is not a number
 */
export function readWritten(text: string): WrittenNumber | undefined {
  const written = plain(text);
  const inBrackets = /^([^\d()]*)\(([^()]*)\)([^\d()]*)$/.exec(written);
  const bare = inBrackets ? inBrackets.slice(1).join(' ').trim() : written;
  const match = /^(.*?)((?:(?<![\p{L}\p{M}\d/])[.,])?\d[\d.,' ]*)(\D*)$/u.exec(bare);
  if (!match) return undefined;
  const [, before = '', core = '', after = ''] = match;
  const digits = core.trim();
  // Dashes in place of the cents: `5.-`, `5:-`, `5/-` and `5/=`.
  const behind = after.replace(/[.,]$/.test(digits) ? /^-+/ : /^ ?[:/] ?[-=]+/, '');
  const around = `${before} ${behind}`;
  if (/[\d()]/.test(around)) return undefined;
  const signs = around.replaceAll(/[^+-]/g, '');
  if (signs.length > 1 || (inBrackets && signs !== '')) return undefined;
  const words = around.replaceAll(/[+-]/g, ' ').split(' ').filter(Boolean);
  const found = words.flatMap((word) => marks[word.replaceAll('.', '').toUpperCase()] ?? []);
  if (found.length > 1) return undefined;
  const readings = readingsOf(digits);
  if (readings.length === 0) return undefined;
  return {
    isNegative: signs === '-' || inBrackets !== null,
    mark: found[0],
    units: words.filter((word) => !marks[word.replaceAll('.', '').toUpperCase()]),
    readings,
  };
}

/** Returns the number of decimals of a value, without trailing zeros. */
const decimalsIn = (value: string) => (value.split('.')[1] ?? '').replace(/0+$/, '').length;

/** Conclusions from the values of a column about its decimal sign. */
export interface DecimalEvidence {
  /** Decimal sign; undefined if the column has no evidence, or contradicts itself. */
  sign: DecimalSign | undefined;
  /**
   * True if a value can only be read with this sign. Otherwise the sign follows from the number of decimals, or is unknown.
   */
  isProven: boolean;
  /** A value that can be read in two ways unless the sign is known. */
  open: string | undefined;
}

/**
 * Determines the decimal sign of a column of numbers. Three digits after a single separator are thousands in a currency
 * with fewer than three decimals, unless another value of the column shows that the separator is the decimal sign.
 *
 * @param decimals maximum number of decimals of a value
 */
export function decimalEvidence(column: readonly string[], decimals: number): DecimalEvidence {
  const proven = new Set<DecimalSign>();
  const groupSigns = new Set<DecimalSign>();
  let open: string | undefined;
  for (const text of column) {
    const readings = readWritten(text)?.readings ?? [];
    const [first, second] = readings;
    if (first && second) {
      open ??= text;
      groupSigns.add(plain(text).includes(',') ? ',' : '.');
    } else if (first?.decimal) proven.add(first.decimal);
  }
  const [sign] = proven;
  if (proven.size === 1) return { sign, isProven: true, open };
  if (proven.size === 0 && groupSigns.size === 1 && decimals < 3) {
    return { sign: groupSigns.has(',') ? '.' : ',', isProven: false, open };
  }
  return { sign: undefined, isProven: false, open };
}

/**
 * Chooses the value of an ambiguous number.
 *
 * @param sign the decimal sign of the column, if known
 * @param decimals maximum number of decimals; an interpretation with more is excluded if there is another one
 */
export function chooseValue(
  { readings }: WrittenNumber,
  sign: DecimalSign | undefined,
  decimals: number,
): Read<string> {
  const [first, ...others] = readings;
  if (!first) return undefined;
  if (others.length === 0) return { value: first.value };
  const chosen = readings.find(({ decimal }) => decimal === sign);
  if (chosen) return { value: chosen.value };
  const fitting = readings.filter(({ value }) => decimalsIn(value) <= decimals);
  const [only, ...more] = fitting;
  if (only && more.length === 0) return { value: only.value };
  return { candidates: (fitting.length > 0 ? fitting : readings).map(({ value }) => value) };
}
