// In UTC on both sides: the server's page and the browser's must say the same.
const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const american = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const month = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Such as 'Nov 2026'. */
export const formatMonth = (iso: string): string => month.format(new Date(iso));

/** Such as '12 November 2026'. */
export const formatDate = (iso: string): string => long.format(new Date(iso));

/** Such as 'July 15, 2025', as legal texts are dated. */
export const formatLegalDate = (iso: string): string => american.format(new Date(iso));
