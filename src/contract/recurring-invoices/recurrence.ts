import { dateInWords } from '~/contract/common/date-words';
import { addDays } from '~/contract/common/dates';
import { fillBraces, placeholdersOf } from '~/contract/common/placeholders';

export const recurringUnits = ['week', 'month', 'year'] as const;
export type RecurringUnit = (typeof recurringUnits)[number];

/** Maximum interval between two invoices, in weeks, months or years. */
export const everyMax = 60;

/** Schedule of a recurring invoice: an invoice is due on the first day, and after each interval. */
export interface Recurrence {
  every: { unit: RecurringUnit; count: number };
  startsOn: string;
  /** Last day on which an invoice can be due; null if the schedule does not end. */
  endsOn: string | null;
}

/** Service period of one invoice. Both days are included. */
export interface Period {
  from: string;
  to: string;
}

/** Latest possible date, the same as for dates that people enter. */
const lastDay = '2199-12-31';
const monthsIn = { month: 1, year: 12 } as const;

const daysInMonth = (year: number, month: number) =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * Returns the nth date of a schedule, counted from 0. Months are counted from the first date, not from the previous one: 31
 * January is followed by 28 or 29 February, and that by 31 March.
 */
function nthDay({ every, startsOn }: Omit<Recurrence, 'endsOn'>, n: number): string {
  if (every.unit === 'week') return addDays(startsOn, 7 * every.count * n);
  const [year = 0, month = 1, day = 1] = startsOn.split('-').map(Number);
  const months = year * 12 + (month - 1) + monthsIn[every.unit] * every.count * n;
  const [inYear, inMonth] = [Math.floor(months / 12), months % 12];
  const inDay = Math.min(day, daysInMonth(inYear, inMonth));
  return new Date(Date.UTC(inYear, inMonth, inDay)).toISOString().slice(0, 10);
}

/** Returns the index of a date in the schedule that is on, or shortly before, the given date. */
function countBefore({ every, startsOn }: Recurrence, day: string): number {
  const days = (Date.parse(day) - Date.parse(startsOn)) / 86_400_000;
  const longest = { week: 7, month: 31, year: 366 }[every.unit] * every.count;
  return Math.max(0, Math.floor(days / longest) - 1);
}

/** Returns the first date of the schedule after the given one; null once the schedule has ended. */
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

/** Returns the first date of the schedule; null if the schedule ends before it. */
export const firstDay = (recurrence: Recurrence): string | null =>
  dayAfter(recurrence, addDays(recurrence.startsOn, -1));

/** Returns up to `count` dates of the schedule, beginning at the given date. */
export function daysFrom(recurrence: Recurrence, from: string | null, count: number): string[] {
  const days: string[] = [];
  for (let day = from; day && days.length < count; day = dayAfter(recurrence, day)) days.push(day);
  return days;
}

/**
 * Returns the service period of an invoice: from its date to the day before the next one, even if no other invoice follows.
 */
export function periodOf(recurrence: Omit<Recurrence, 'endsOn'>, day: string): Period {
  const next = dayAfter({ ...recurrence, endsOn: null }, day);
  return { from: day, to: next ? addDays(next, -1) : lastDay };
}

/** Formats a period such as '1 to 31 March 2027', without repeating equal parts. */
export function periodInWords({ from, to }: Period): string {
  const end = dateInWords(to);
  const begin = dateInWords(from);
  if (from === to) return end;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${begin.split(' ')[0]} to ${end}`;
  if (from.slice(0, 4) === to.slice(0, 4)) return `${begin.replace(/ \d{4}$/, '')} to ${end}`;
  return `${begin} to ${end}`;
}

/** Formats an interval such as 'every month' or 'every 2 weeks'. */
export const everyInWords = ({ unit, count }: Recurrence['every']): string =>
  count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;

const placeholders = {
  month: ({ from }: Period) => dateInWords(from).replace(/^\d+ /, ''),
  period: periodInWords,
};
type Placeholder = keyof typeof placeholders;

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** Returns the first unknown placeholder, with its braces. */
export const unknownPlaceholder = (text: string): string | undefined => {
  const unknown = placeholdersOf(text).find((name) => !isPlaceholder(name));
  return unknown === undefined ? undefined : `{{${unknown}}}`;
};

/** Fills in the placeholders of a text for one period. */
export const fillIn = (text: string, period: Period): string =>
  fillBraces(text, (name) => (isPlaceholder(name) ? placeholders[name](period) : undefined));

interface Described {
  description: string;
  detail?: string | undefined;
}

/** Returns the items of an invoice, with placeholders filled in for its period. */
export const itemsIn = <Item extends Described>(items: readonly Item[], period: Period): Item[] =>
  items.map((item) => ({
    ...item,
    description: fillIn(item.description, period),
    ...(item.detail !== undefined && { detail: fillIn(item.detail, period) }),
  }));

/** Returns the later of two dates. */
const later = (one: string | null, other: string): string =>
  one !== null && one > other ? one : other;

/**
 * Returns the next date after a change of the schedule. Dates that were already handled are not repeated, and past dates of
 * the new schedule are skipped.
 *
 * @param handledOn the last handled date; null if there is none
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

/** Returns the first date that is not in the past, for resuming after a pause. */
export const nextAfterPause = (
  recurrence: Recurrence,
  { handledOn, today }: { handledOn: string | null; today: string },
): string | null => dayAfter(recurrence, later(handledOn, addDays(today, -1)));
