const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date in a time zone, such as '2026-11-22'. */
export function dateIn(timeZone: string, at: Date): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/**
 * Returns the date that is a number of days after a date, or before it if the number is negative.
 */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Returns the number of days from the first date to the second. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of a time zone from UTC, in milliseconds. */
function offsetMs(timeZone: string, at: number): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(timeZone, clock);
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at / 1000) * 1000;
}

const moments = new Map<string, number>();
const momentsMax = 2_000;

/**
 * Returns the instant at which clocks in a time zone show a date and time. A time skipped by a clock change counts as if the
 * clocks had not been changed yet.
 */
export function momentOf(date: string, clock: string, timeZone: string): Date {
  const key = `${date} ${clock} ${timeZone}`;
  // Caches the results, because lists contain the same days many times, and each computation takes microseconds.
  const known = moments.get(key);
  if (known !== undefined) return new Date(known);
  const moment = computeMoment(date, clock, timeZone);
  if (moments.size >= momentsMax) moments.clear();
  moments.set(key, moment);
  return new Date(moment);
}

function computeMoment(date: string, clock: string, timeZone: string): number {
  const local = Date.parse(`${date}T${clock}:00Z`);
  const before = local - offsetMs(timeZone, local - 24 * 60 * 60_000);
  const after = local - offsetMs(timeZone, before);
  // If the two offsets differ, the clocks change between the two instants.
  const isAfter = offsetMs(timeZone, after) === local - after;
  return isAfter ? after : before;
}
