export const quoteStatuses = ['pending', 'approved', 'rejected', 'contacted'] as const;
export const quoteSorts = ['createdAt', 'name', 'serviceName', 'status', 'owner'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
