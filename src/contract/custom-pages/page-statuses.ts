/** Status of a page, which follows from its date. */
export const pageStatuses = ['draft', 'scheduled', 'published'] as const;
export type PageStatus = (typeof pageStatuses)[number];
