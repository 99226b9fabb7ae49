import { addDays, dateIn, momentOf } from '~/contract/common/dates';

/** Working hours of the agency, and the promised response time. */
export interface WorkingTime {
  /** Number of working hours within which a lead is answered. */
  answerHours: number;
  /** Start of the working day, such as '09:00'. */
  from: string;
  to: string;
  /** Working days: 1 is Monday, 7 is Sunday. */
  workingDays: number[];
  timeZone: string;
  /** Dates on which the agency is closed. */
  holidays: string[];
}

export const defaultResponseTimes: WorkingTime = {
  answerHours: 8,
  from: '09:00',
  to: '17:00',
  workingDays: [1, 2, 3, 4, 5],
  timeZone: 'UTC',
  holidays: [],
};

/** Maximum number of days to look ahead. After so many holidays there is no due time. */
const daysMax = 800;
const minuteMs = 60_000;

const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
};

const counted = (count: number, unit: string) =>
  count === 1 ? `one ${unit}` : `${count} ${unit}s`;

/** Formats the promised response time: 'one working day', or '4 working hours' if it is not a whole number of days. */
export function answerWithin(time: WorkingTime): string {
  const dayMinutes = minutesOf(time.to) - minutesOf(time.from);
  const days = (time.answerHours * 60) / dayMinutes;
  return Number.isInteger(days)
    ? counted(days, 'working day')
    : counted(time.answerHours, 'working hour');
}

/** Minimum number of replies that figures are computed from. */
export const measuredMin = 10;

/** Formats minutes of working time. */
export const timeInWords = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** Formats a share from 0 to 1, rounded down, so that it is never 100% after a missed due time. */
export const shareInWords = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;

/** Returns whether the agency works on a date. */
function isWorkingDay(date: string, { workingDays, holidays }: WorkingTime): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  return workingDays.includes(weekday) && !holidays.includes(date);
}

/** Returns the date that is a number of working days after another date. */
export function workingDaysAfter(date: string, days: number, time: WorkingTime): string {
  let left = days;
  let day = date;
  for (let looked = 0; left > 0 && looked < daysMax; looked += 1) {
    day = addDays(day, 1);
    if (isWorkingDay(day, time)) left -= 1;
  }
  return day;
}

/** Yields the spans of working time after a given time, one for each working day. */
function* spansFrom(since: Date, time: WorkingTime): Generator<{ from: number; to: number }> {
  const first = dateIn(time.timeZone, since);
  for (let day = 0; day < daysMax; day += 1) {
    const date = addDays(first, day);
    if (!isWorkingDay(date, time)) continue;
    const from = Math.max(since.getTime(), momentOf(date, time.from, time.timeZone).getTime());
    const to = momentOf(date, time.to, time.timeZone).getTime();
    if (from < to) yield { from, to };
  }
}

/** Returns when a lead must be answered: the given number of working hours after its arrival. */
export function dueAt(arrived: Date, time: WorkingTime): Date {
  let left = time.answerHours * 60 * minuteMs;
  let end = arrived.getTime();
  for (const { from, to } of spansFrom(arrived, time)) {
    if (to - from >= left) return new Date(from + left);
    left -= to - from;
    end = to;
  }
  return new Date(end);
}

/** Returns the working minutes between two times. */
export function workingMinutes(since: Date, until: Date, time: WorkingTime): number {
  let sum = 0;
  for (const { from, to } of spansFrom(since, time)) {
    if (from >= until.getTime()) break;
    sum += Math.min(to, until.getTime()) - from;
  }
  return Math.round(sum / minuteMs);
}
