/** The address that client-side navigations are reported to: it takes a path as text. */
export const pageViewPath = '/api/views';

/** Days that the report can look back. */
export const trafficPeriods = [30, 90, 365] as const;
export type TrafficPeriod = (typeof trafficPeriods)[number];

/** Counts of page views are kept for so long: two years can be compared, and the month under way. */
export const pageViewMonths = 25;

/** Pages that the report lists. */
export const topPagesMax = 10;
/** Sources that the report lists; the rest are added up. */
export const sourcesMax = 15;
