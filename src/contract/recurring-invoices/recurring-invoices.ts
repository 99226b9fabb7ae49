export const recurringActions = ['draft', 'issue'] as const;
export type RecurringAction = (typeof recurringActions)[number];

export const recurringStatuses = ['active', 'paused', 'ended'] as const;
export type RecurringStatus = (typeof recurringStatuses)[number];

/** `missed` lists recurring invoices of any status that have missed invoices. */
export const recurringFilters = [...recurringStatuses, 'missed'] as const;

export const recurringSorts = ['createdAt', 'client', 'total', 'nextOn'] as const;

/** Number of invoices in a preview. */
export const previewMax = 12;

/** Days after which an invoice that could not be created needs a decision. */
export const lateDaysMax = 3;

/** Maximum number of past dates with which a recurring invoice may begin, since each needs a decision. */
export const missedMax = 100;
