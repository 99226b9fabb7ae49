let long: Intl.DateTimeFormat | undefined;

/** A date in words: '22 November 2026'. */
export function dateInWords(date: string): string {
  // Not at once: the first format of a process takes 10 ms, which a start would wait for.
  long ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return long.format(new Date(`${date}T00:00:00Z`));
}
