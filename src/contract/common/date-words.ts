let long: Intl.DateTimeFormat | undefined;

/** Formats a date, such as '22 November 2026'. */
export function dateInWords(date: string): string {
  // Creates the format on first use: the first one in a process takes 10 ms, for which startup would wait.
  long ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return long.format(new Date(`${date}T00:00:00Z`));
}
