import { Text } from '@mantine/core';

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Formats a time for admins: the time of day for today, otherwise the date. The title contains both. */
export function When({ at, isDate = false }: { at: string | null; isDate?: boolean }) {
  if (!at)
    return (
      <Text component="span" c="dimmed" fz="inherit">
        –
      </Text>
    );
  // A date without a time is the same in every time zone.
  if (isDate) return <time dateTime={at}>{day.format(new Date(`${at}T00:00:00`))}</time>;
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (
    <time dateTime={at} title={full.format(date)}>
      {isToday ? `today, ${time.format(date)}` : day.format(date)}
    </time>
  );
}
