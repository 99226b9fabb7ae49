/** Path to which client-side navigations are reported. The body is the visited path as text. */
export const pageViewPath = '/api/views';

/** Periods of the report, in days. */
export const trafficPeriods = [30, 90, 365] as const;
export type TrafficPeriod = (typeof trafficPeriods)[number];

/** Months for which page views are kept: enough to compare two years and the current month. */
export const pageViewMonths = 25;

/** Number of pages in the report. */
export const topPagesMax = 10;
/** Number of sources in the report. All others are summed up in one row. */
export const sourcesMax = 15;
