import { normalizeCode } from '~/contract/common/normalize';
import { type DateOrder, dateOrders } from '~/contract/values/date-orders';
import type { Read } from '~/contract/values/numbers';
import { languages, plainWord } from './languages';

export interface WrittenDate {
  /** ISO date for each possible order of day, month and year. All are equal if the date is unambiguous. */
  byOrder: Partial<Record<DateOrder, string>>;
  /** Dates for a month name that means another month in Croatian than in Polish and Czech, by its Croatian meaning. */
  inCroatian?: Partial<Record<DateOrder, string>>;
  /** Time such as `10:00`, with seconds if they were written. */
  time: string | undefined;
  /**
   * Offset from UTC: `Z`, a number such as `+02:00`, or an abbreviation such as `EST`, which can mean several offsets.
   */
  offset: string | undefined;
}

/** Short month names in bank exports that ICU lacks. */
const otherMonths: Record<string, number> = {
  ...{
    sept: 9,
    maerz: 3,
    mrz: 3,
    maer: 3,
    jaenner: 1,
    jaen: 1,
    okt: 10,
    juin: 6,
    juil: 7,
    jul: 7,
    jun: 6,
    mei: 5,
  },
};

/** Languages whose month names are known, besides `languages`. */
const otherLanguages = 'hr bs sr sr-Latn mk sq ms ar hi ka hy'.split(' ');

/** Names that mean another month in Croatian than in Polish and Czech. */
const croatianMonths: Record<string, number> = {
  lip: 6,
  srp: 7,
  lis: 10,
  listopad: 10,
  listopada: 10,
};

interface Names {
  months: Map<string, number>;
  weekdays: Set<string>;
}
let known: Names | undefined;

function names(): Names {
  const months = new Map<string, number>(Object.entries(otherMonths));
  const weekdays = new Set<string>();
  for (const language of [...languages, ...otherLanguages]) {
    for (const width of ['long', 'short'] as const) {
      const weekday = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day += 1) {
        weekdays.add(plainWord(weekday.format(Date.UTC(2026, 0, day))).replaceAll('.', ''));
      }
      for (const more of [{}, { day: 'numeric', year: 'numeric' } as const]) {
        const format = new Intl.DateTimeFormat(language, {
          month: width,
          timeZone: 'UTC',
          ...more,
        });
        for (let month = 0; month < 12; month += 1) {
          const part = format
            .formatToParts(Date.UTC(2026, month, 4))
            .find(({ type }) => type === 'month');
          const name = plainWord(part?.value ?? '').replaceAll('.', '');
          if (/\p{L}/u.test(name) && !months.has(name)) months.set(name, month + 1);
        }
      }
    }
  }
  return { months, weekdays };
}

/** Returns the month for a full name, an abbreviation, or a prefix of at least three letters that matches only one month. */
function monthNamed(word: string): number | undefined {
  known ??= names();
  const { months } = known;
  const exact = months.get(word);
  if (exact || word.length < 3) return exact;
  const found = new Set(
    [...months].flatMap(([name, month]) => (name.startsWith(word) ? [month] : [])),
  );
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** Years from 2480 to 2620 are in the Thai calendar, whose months are the same. */
const buddhistYears = { from: 2480, to: 2620, ahead: 543 };

/** Returns the ISO date if the day exists. Two-digit years are from 1970 to 2069. */
export function dateOf(year: number, month: number, day: number): string | undefined {
  const { from, to, ahead } = buddhistYears;
  const western = year >= from && year <= to ? year - ahead : year;
  const full = western >= 100 ? western : western < 70 ? 2000 + western : 1900 + western;
  const at = new Date(Date.UTC(full, month - 1, day));
  const fits =
    at.getUTCFullYear() === full && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return fits && full >= 1900 && full <= 2199 ? at.toISOString().slice(0, 10) : undefined;
}

const clock =
  /(?:[t ,]\s*|(?<=\d[./-]\d{1,2}[./-]\d{2,4})-|^)(\d{1,2}):(\d{2})(:\d{2})?(?:[.,]\d+)?\s*(am|pm|uhr)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2}|[a-z]{3,4})?$/;

/** Last year before each era. Dates in Taiwan can also have a three-digit year without the era's name. */
const eras = {
  令和: 2018,
  r: 2018,
  平成: 1988,
  h: 1988,
  民國: 1911,
  民国: 1911,
  '': 1911,
} as const;
const eraYear = /^(?:(令和|r|平成|h|民國|民国) ?(元|\d{1,3})|(1\d\d))(?= ?[年./-])/i;

/** Replaces the year of a Japanese or Taiwanese era with the Western year: `R8.11.24`, `令和8年`, `115/11/24`. */
const withWesternYear = (text: string): string =>
  text.replace(eraYear, (_, era = '', year: string | undefined, taiwanese: string | undefined) => {
    const before = eras[era.toLowerCase() as keyof typeof eras];
    return String(before + (year === '元' ? 1 : Number(year ?? taiwanese)));
  });

/**
 * Parses a date, with or without a time: `2026-11-04`, `4.11.26`, `11/04/2026`, `04 Nov 2026`, `18-Nov-26`, `4 de noviembre
 * de 2026`, `November 4th, 2026`, `20261104`, `4/11/2569`, `R8.11.4`.
 *
 * @returns undefined for a text that is not a valid date
 */
export function readWrittenDate(text: string): WrittenDate | undefined {
  const western = withWesternYear(normalizeCode(text).trim())
    // Removes days of the week in Japanese and Korean.
    .replace(/ ?\([日月火水木金土월화수목금토일]\)/, '')
    .replaceAll(/[年月년월]/g, '-')
    .replaceAll(/[日일]/g, '');
  const whole = plainWord(western)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(\d{8})(\d\d)(\d\d)(\d\d)$/, '$1 $2:$3:$4');
  const timed = clock.exec(whole);
  const [, hours = '', minutes = '', seconds = '', half, zone] = timed ?? [];
  const hour = Number(hours) + (half === 'pm' && Number(hours) < 12 ? 12 : 0);
  if (timed && (hour > 23 || Number(minutes) > 59)) return undefined;
  const time = timed
    ? `${String(half === 'am' && hour === 12 ? 0 : hour).padStart(2, '0')}:${minutes}${seconds}`
    : undefined;
  const offset = zone && offsetOf(zone);
  const date = (timed ? whole.slice(0, timed.index) : whole).replace(/[,.]$/, '').trim();
  const byOrder = numericDate(date) ?? namedDate(date);
  if (!byOrder || Object.keys(byOrder).length === 0) return undefined;
  // Polish has no point after the day, so a point indicates Croatian.
  const month = croatianMonths[/\d\. ?(\p{L}+)/u.exec(date)?.[1] ?? ''];
  const inCroatian = month && namedDate(date, month);
  return { byOrder, time, offset, ...(inCroatian && { inCroatian }) };
}

const offsetOf = (zone: string): string =>
  /^(z|utc|gmt)$/.test(zone) ? 'Z' : zone.toUpperCase().replace(/^([+-]..)(\d\d)$/, '$1:$2');

function byOrders(found: Partial<Record<DateOrder, string | undefined>>) {
  const entries = Object.entries(found).filter(([, date]) => date !== undefined);
  return Object.fromEntries(entries) as WrittenDate['byOrder'];
}

const everyOrder = (date: string | undefined) => byOrders({ dmy: date, mdy: date, ymd: date });

function numericDate(text: string): WrittenDate['byOrder'] | undefined {
  if (/^\d+$/.test(text)) return compactDate(text);
  const match = /^(\d{1,4})([./ -]) ?(\d{1,2})\2 ?(\d{1,4})$/.exec(text);
  if (!match) return undefined;
  const [, first = '', sign = '', , last = ''] = match;
  const [one, two, three] = [first, match[3], last].map(Number) as [number, number, number];
  if (first.length === 4) return last.length <= 2 ? everyOrder(dateOf(one, two, three)) : {};
  if (first.length > 2 || !/^(\d\d|[12]\d{3})$/.test(last)) return {};
  const [dmy, mdy] = [dateOf(three, two, one), dateOf(three, one, two)];
  const ymd = first.length === 2 && last.length === 2 ? dateOf(one, two, three) : undefined;
  // With points as separators, no country writes the month first.
  return byOrders({ dmy, mdy: sign === '.' && dmy ? undefined : mdy, ymd });
}

/** Parses dates such as `20261124`, `24112026`, `4112026` (without its leading zero) and `241126`. */
function compactDate(text: string): WrittenDate['byOrder'] | undefined {
  const partsOf = (pattern: RegExp) => pattern.exec(text)?.slice(1).map(Number) ?? [];
  const yearIn = (year: number) => (year >= 1970 && year <= 2069) || text.length === 6;
  const [year = 0, month = 0, day = 0] = partsOf(/^(\d{4})(\d\d)(\d\d)$/);
  const whole = yearIn(year) ? dateOf(year, month, day) : undefined;
  if (whole) return everyOrder(whole);
  const [one = 0, two = 0, last = 0] = partsOf(/^(\d{1,2})(\d\d)(\d{4}|(?<=^\d{4})\d\d)$/);
  if (one === 0 || !yearIn(last)) return undefined;
  const ymd = text.length === 6 ? dateOf(one, two, last) : undefined;
  return byOrders({ dmy: dateOf(last, two, one), mdy: dateOf(last, one, two), ymd });
}

const fillers = new Set([
  'de',
  'del',
  'of',
  'the',
  'den',
  'di',
  'do',
  'd',
  'a',
  'r',
  'г',
  'года',
  'р',
  'року',
  'm',
]);

function namedDate(text: string, inCroatian?: number): WrittenDate['byOrder'] | undefined {
  known ??= names();
  const numbers: string[] = [];
  let month: number | undefined;
  let isYearFirst = false;
  for (const word of text.split(/[\s./,'’-]+/)) {
    const number = /^(\d{1,4})(?:st|nd|rd|th|er|e|o|a)?$/.exec(word)?.[1];
    if (word === '' || fillers.has(word) || known.weekdays.has(word)) {
      // A weekday can look like the short name of a month, such as `mar` (martes). It is ignored if the month was
      // already read, or if a later word names the month.
      if (known.months.has(word) && month === undefined) month = known.months.get(word);
      continue;
    }
    if (number) {
      if (numbers.length === 0) isYearFirst = number.length === 4;
      numbers.push(number);
      continue;
    }
    const named = monthNamed(word);
    if (!named) return undefined;
    month = named;
  }
  const [first, second, ...more] = numbers;
  if (!month || !first || !second || more.length > 0) return undefined;
  const [day, year] = isYearFirst ? [second, first] : [first, second];
  if (day.length > 2 || (year.length !== 2 && year.length !== 4)) return undefined;
  return everyOrder(dateOf(Number(year), inCroatian ?? month, Number(day)));
}

/** Conclusions from the dates of a column about the order of day and month. */
export interface OrderEvidence {
  /** Order of day and month; undefined if several orders are possible, or if none fits all dates. */
  order: DateOrder | undefined;
  /** A date that can have several meanings, and the orders that remain possible. */
  open: { text: string; orders: DateOrder[] } | undefined;
}

const dayMs = 24 * 3_600_000;

/**
 * Limits for the dates of a column, by which the year can be recognized. An order whose dates exceed the limits is
 * excluded if another order fits.
 */
interface DateLimits {
  /** Maximum number of days after today. */
  aheadDays: number;
  /** Maximum number of days between the first and the last date. */
  spanDays?: number;
}

/** Determines the order of day and month in a column of dates. Ignores texts that are not dates. */
export function orderEvidence(
  column: readonly string[],
  { aheadDays, spanDays = Number.POSITIVE_INFINITY }: DateLimits = { aheadDays: 366 },
): OrderEvidence {
  const dates = column.flatMap((text) => {
    const written = readWrittenDate(text);
    return written ? [{ text, byOrder: written.byOrder }] : [];
  });
  let orders = dateOrders.filter((order) =>
    dates.every(({ byOrder }) => byOrder[order] !== undefined),
  );
  const exclude = (exceeds: (first: number, last: number) => boolean) => {
    const within = orders.filter((order) => {
      const days = dates.map(({ byOrder }) => byOrder[order] ?? '').sort();
      return !exceeds(Date.parse(days[0] ?? ''), Date.parse(days.at(-1) ?? ''));
    });
    const isLast = (order: DateOrder) => order !== 'ymd';
    const left = orders.filter((order) => within.some((other) => isLast(other) === isLast(order)));
    if (left.length > 0) orders = left;
  };
  exclude((_, last) => last > Date.now() + aheadDays * dayMs);
  exclude((first, last) => last - first > spanDays * dayMs);
  const open = dates.find(({ byOrder }) => new Set(orders.map((order) => byOrder[order])).size > 1);
  if (open) return { order: undefined, open: { text: open.text, orders } };
  // Dates that begin with the year or contain the name of a month are valid in every order.
  const order = orders.includes('ymd') ? 'ymd' : orders.length === 1 ? orders[0] : undefined;
  return { order, open: undefined };
}

/** Returns the day of a date, in the order of its column if this order is known. */
export function dayOf(
  { byOrder, inCroatian = {} }: WrittenDate,
  order: DateOrder | undefined,
): Read<string> {
  const dates = [byOrder, inCroatian].flatMap((found) =>
    order ? found[order] : Object.values(found),
  );
  const [only, ...more] = new Set(dates.filter((date) => date !== undefined));
  if (only === undefined) return undefined;
  return more.length === 0 ? { value: only } : { candidates: [only, ...more] };
}
