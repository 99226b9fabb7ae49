export const quoteStatuses = ['pending', 'approved', 'rejected', 'contacted'] as const;
export const quoteSorts = ['createdAt', 'name', 'serviceName', 'status', 'owner'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
/** Stages of a quote in the inbox. */
export const quoteStages = {
  pending: 'new',
  contacted: 'answered',
  approved: 'won',
  rejected: 'closed',
} as const satisfies Record<QuoteStatus, string>;
/**
 * Filters of quotes. Two of them are not stored statuses. `overdue`: not answered by the due time. `spam`: possible spam,
 * and quotes that an admin marked as spam, which all other filters exclude.
 */
export const quoteFilters = [...quoteStatuses, 'overdue', 'spam'] as const;
