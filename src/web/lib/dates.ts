// In UTC on both sides: the server's page and the browser's must say the same.
const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Such as '12 November 2026'. */
export const formatDate = (iso: string): string => long.format(new Date(iso));
