export const quoteStatuses = ['pending', 'approved', 'rejected', 'contacted'] as const;
export const quoteSorts = ['createdAt', 'name', 'serviceName', 'status', 'owner'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
/**
 * Two are no statuses. `overdue`: to be answered by now, and was not. `spam`: possible spam, and a quote that an admin marked, which the others leave out.
 */
export const quoteFilters = [...quoteStatuses, 'overdue', 'spam'] as const;
