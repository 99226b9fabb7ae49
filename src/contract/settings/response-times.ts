import { addDays, dateIn, momentOf } from '~/contract/common/dates';

/** Working hours, and how soon the agency answers. */
export interface WorkingTime {
  /** Working hours within which a lead is answered. */
  answerHours: number;
  /** Such as '09:00'. */
  from: string;
  to: string;
  /** 1 is Monday, 7 Sunday. */
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

/** Days that are looked ahead at most: with a year of holidays there is no due time to be found. */
const daysMax = 800;
const minuteMs = 60_000;

const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
};

const counted = (count: number, unit: string) =>
  count === 1 ? `one ${unit}` : `${count} ${unit}s`;

/** The promise in words: 'one working day', or '4 working hours' where it is no whole number of days. */
export function answerWithin(time: WorkingTime): string {
  const dayMinutes = minutesOf(time.to) - minutesOf(time.from);
  const days = (time.answerHours * 60) / dayMinutes;
  return Number.isInteger(days)
    ? counted(days, 'working day')
    : counted(time.answerHours, 'working hour');
}

/** Figures about fewer answers would say nothing. */
export const measuredMin = 10;

/** Minutes of working time, in words. */
export const timeInWords = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** A share from 0 to 1, rounded down: a promise that was broken is not a hundred percent. */
export const shareInWords = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;

/** Whether the agency works on a date. */
function isWorkingDay(date: string, { workingDays, holidays }: WorkingTime): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  return workingDays.includes(weekday) && !holidays.includes(date);
}

/** The date so many working days after another one. */
export function workingDaysAfter(date: string, days: number, time: WorkingTime): string {
  let left = days;
  let day = date;
  for (let looked = 0; left > 0 && looked < daysMax; looked += 1) {
    day = addDays(day, 1);
    if (isWorkingDay(day, time)) left -= 1;
  }
  return day;
}

/** The spans of working time from a moment on, one for each working day. */
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

/** When a lead is to be answered: so many working hours after it came. */
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

/** Working minutes between two moments. */
export function workingMinutes(since: Date, until: Date, time: WorkingTime): number {
  let sum = 0;
  for (const { from, to } of spansFrom(since, time)) {
    if (from >= until.getTime()) break;
    sum += Math.min(to, until.getTime()) - from;
  }
  return Math.round(sum / minuteMs);
}
