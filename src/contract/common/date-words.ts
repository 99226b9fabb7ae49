let long: Intl.DateTimeFormat | undefined;

/** Formats a date, such as '22 November 2026'. */
export function dateInWords(date: string): string {
  // Creates the formatter on first use. Creating the first one takes 10 ms, which would delay the
  // start of the process.
  long ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return long.format(new Date(`${date}T00:00:00Z`));
}
