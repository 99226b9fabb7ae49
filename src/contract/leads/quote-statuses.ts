export const quoteStatuses = ['pending', 'approved', 'rejected', 'contacted'] as const;
export const quoteSorts = ['createdAt', 'name', 'serviceName', 'status', 'owner'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
/**
 * Two are not stored statuses. `overdue`: not answered by its due time. `spam`: possible spam, and quotes that an admin marked,
 * which the other filters leave out.
 */
export const quoteFilters = [...quoteStatuses, 'overdue', 'spam'] as const;
