import { dateInWords } from '~/contract/common/date-words';
import { addDays } from '~/contract/common/dates';

export const recurringUnits = ['week', 'month', 'year'] as const;
export type RecurringUnit = (typeof recurringUnits)[number];

/** The most weeks, months or years between two invoices. */
export const everyMax = 60;

/** When a recurring invoice is due: on its first day, and after each span from then on. */
export interface Recurrence {
  every: { unit: RecurringUnit; count: number };
  startsOn: string;
  /** The last day on which one can be due; null where it goes on. */
  endsOn: string | null;
}

/** The days of a service that one invoice is for, both included. */
export interface Period {
  from: string;
  to: string;
}

/** Dates end here, as those that people enter do. */
const lastDay = '2199-12-31';
const monthsIn = { month: 1, year: 12 } as const;

const daysInMonth = (year: number, month: number) =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * The nth day, from 0. Months are counted from the first day, not from the one before: 31 January is followed by 28 or 29 February,
 * and that by 31 March.
 */
function nthDay({ every, startsOn }: Omit<Recurrence, 'endsOn'>, n: number): string {
  if (every.unit === 'week') return addDays(startsOn, 7 * every.count * n);
  const [year = 0, month = 1, day = 1] = startsOn.split('-').map(Number);
  const months = year * 12 + (month - 1) + monthsIn[every.unit] * every.count * n;
  const [inYear, inMonth] = [Math.floor(months / 12), months % 12];
  const inDay = Math.min(day, daysInMonth(inYear, inMonth));
  return new Date(Date.UTC(inYear, inMonth, inDay)).toISOString().slice(0, 10);
}

/** A number of the sequence whose day is not after the given one, and close to it. */
function countBefore({ every, startsOn }: Recurrence, day: string): number {
  const days = (Date.parse(day) - Date.parse(startsOn)) / 86_400_000;
  const longest = { week: 7, month: 31, year: 366 }[every.unit] * every.count;
  return Math.max(0, Math.floor(days / longest) - 1);
}

/** The first day of the sequence that is after the given one; null once it has ended. */
export function dayAfter(recurrence: Recurrence, day: string): string | null {
  let n = countBefore(recurrence, day);
  let next = nthDay(recurrence, n);
  while (next <= day) {
    n += 1;
    next = nthDay(recurrence, n);
  }
  const end = recurrence.endsOn ?? lastDay;
  return next <= end && next <= lastDay ? next : null;
}

/** The first day of the sequence; null where it ends before. */
export const firstDay = (recurrence: Recurrence): string | null =>
  dayAfter(recurrence, addDays(recurrence.startsOn, -1));

/** Up to so many days of the sequence, from the given one on. */
export function daysFrom(recurrence: Recurrence, from: string | null, count: number): string[] {
  const days: string[] = [];
  for (let day = from; day && days.length < count; day = dayAfter(recurrence, day)) days.push(day);
  return days;
}

/** What the invoice of a day is for: from it to the day before the next one, also where there is no next one. */
export function periodOf(recurrence: Omit<Recurrence, 'endsOn'>, day: string): Period {
  const next = dayAfter({ ...recurrence, endsOn: null }, day);
  return { from: day, to: next ? addDays(next, -1) : lastDay };
}

/** Such as '1 to 31 March 2027': what both days share is said once. */
export function periodInWords({ from, to }: Period): string {
  const end = dateInWords(to);
  const begin = dateInWords(from);
  if (from === to) return end;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${begin.split(' ')[0]} to ${end}`;
  if (from.slice(0, 4) === to.slice(0, 4)) return `${begin.replace(/ \d{4}$/, '')} to ${end}`;
  return `${begin} to ${end}`;
}

/** Such as 'every month' or 'every 2 weeks'. */
export const everyInWords = ({ unit, count }: Recurrence['every']): string =>
  count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;

const placeholders = {
  month: ({ from }: Period) => dateInWords(from).replace(/^\d+ /, ''),
  period: periodInWords,
};
type Placeholder = keyof typeof placeholders;

const placeholderPattern = /\{\{([^{}]*)\}\}/g;
const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** What stands between double braces and means nothing, as it was written. */
export const unknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(placeholderPattern)].find(([, name = '']) => !isPlaceholder(name.trim()))?.[0];

/** A text with its placeholders filled in for one period. */
export const fillIn = (text: string, period: Period): string =>
  text.replace(placeholderPattern, (written, name: string) => {
    const known = name.trim();
    return isPlaceholder(known) ? placeholders[known](period) : written;
  });

interface Described {
  description: string;
  detail?: string | undefined;
}

/** Items as the invoice of one period has them. */
export const itemsIn = <Item extends Described>(items: readonly Item[], period: Period): Item[] =>
  items.map((item) => ({
    ...item,
    description: fillIn(item.description, period),
    ...(item.detail !== undefined && { detail: fillIn(item.detail, period) }),
  }));

/** The later of two days. */
const later = (one: string | null, other: string): string =>
  one !== null && one > other ? one : other;

/**
 * The next day after a change of the schedule. What was dealt with is not done again, and days of another schedule that have passed
 * are not made up for.
 *
 * @param handledOn the last day that was dealt with; null where none was
 */
export function nextAfterChange(
  before: Recurrence,
  after: Recurrence,
  { handledOn, today }: { handledOn: string | null; today: string },
): string | null {
  if (handledOn === null) return firstDay(after);
  const isSame =
    before.startsOn === after.startsOn &&
    before.every.unit === after.every.unit &&
    before.every.count === after.every.count;
  return dayAfter(after, isSame ? handledOn : later(handledOn, addDays(today, -1)));
}

/** The first day that is not before today, for one that goes on after a pause. */
export const nextAfterPause = (
  recurrence: Recurrence,
  { handledOn, today }: { handledOn: string | null; today: string },
): string | null => dayAfter(recurrence, later(handledOn, addDays(today, -1)));
