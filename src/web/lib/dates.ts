// Uses UTC on both sides, because the page must be the same on the server and in the browser.
const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a date such as '12 November 2026'. */
export const formatDate = (iso: string): string => long.format(new Date(iso));
