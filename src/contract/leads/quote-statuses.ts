export const quoteStatuses = ['pending', 'approved', 'rejected', 'contacted'] as const;
export const quoteSorts = ['createdAt', 'name', 'serviceName', 'status', 'owner'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
/** `spam` is no status: it is a mark that takes a quote out of the others. */
export const quoteFilters = [...quoteStatuses, 'spam'] as const;
export type QuoteFilter = (typeof quoteFilters)[number];
