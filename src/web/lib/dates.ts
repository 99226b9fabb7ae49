// In UTC on both sides: the server's and the browser's page must be equal.
const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a date such as '12 November 2026'. */
export const formatDate = (iso: string): string => long.format(new Date(iso));
