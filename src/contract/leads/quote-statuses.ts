export const quoteStatuses = ['pending', 'approved', 'rejected', 'contacted'] as const;
export const quoteSorts = ['createdAt', 'name', 'serviceName', 'status', 'owner'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
/** Stages of the inbox. */
export const quoteStages = {
  pending: 'new',
  contacted: 'answered',
  approved: 'won',
  rejected: 'closed',
} as const satisfies Record<QuoteStatus, string>;
/**
 * Two are not stored statuses. `overdue`: not answered by its due time. `spam`: possible spam, and quotes that an admin marked,
 * which the other filters leave out.
 */
export const quoteFilters = [...quoteStatuses, 'overdue', 'spam'] as const;
