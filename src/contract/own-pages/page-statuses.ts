/** A page's status, which its date alone determines. */
export const pageStatuses = ['draft', 'scheduled', 'published'] as const;
export type PageStatus = (typeof pageStatuses)[number];
