export const recurringActions = ['draft', 'issue'] as const;
export type RecurringAction = (typeof recurringActions)[number];

export const recurringStatuses = ['active', 'paused', 'ended'] as const;
export type RecurringStatus = (typeof recurringStatuses)[number];

/** Filters of recurring invoices. `missed`: recurring invoices of any status that have missed invoices. */
export const recurringFilters = [...recurringStatuses, 'missed'] as const;

export const recurringSorts = ['createdAt', 'client', 'total', 'nextOn'] as const;

/** Number of invoices in a preview. */
export const previewMax = 12;

/** Days after which an admin must decide about an invoice that could not be created. */
export const lateDaysMax = 3;

/** Maximum number of past dates that a new recurring invoice may have. An admin must decide about each. */
export const missedMax = 100;
