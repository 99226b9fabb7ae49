import { formatDate } from '~/web/lib/dates';
import { useNow } from '~/web/lib/use-now';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** Returns the number of calendar days between two times, in the visitor's time zone. */
const daysBetween = (past: number, now: number): number =>
  Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(past).setHours(0, 0, 0, 0)) / day);

/** Formats a time: 'just now', '5 minutes ago', 'yesterday'; after a week, its date. */
export function momentInWords(iso: string, now: number): string {
  const past = now - Date.parse(iso);
  if (past < minute) return 'just now';
  if (past < hour) return relative.format(-Math.floor(past / minute), 'minute');
  if (past < day) return relative.format(-Math.floor(past / hour), 'hour');
  const days = daysBetween(Date.parse(iso), now);
  if (days < 7) return relative.format(-days, 'day');
  return formatDate(iso);
}

/** Shows a relative time, with the exact time as its title. */
export function Moment({ at, className }: { at: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time
      dateTime={at}
      className={className}
      {...(now > 0 && { title: exact.format(new Date(at)) })}
    >
      {now > 0 ? momentInWords(at, now) : formatDate(at)}
    </time>
  );
}
