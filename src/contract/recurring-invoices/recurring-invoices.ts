export const recurringActions = ['draft', 'issue'] as const;
export type RecurringAction = (typeof recurringActions)[number];

export const recurringStatuses = ['active', 'paused', 'ended'] as const;
export type RecurringStatus = (typeof recurringStatuses)[number];

/** `missed` lists recurring invoices of any status that have missed invoices. */
export const recurringFilters = [...recurringStatuses, 'missed'] as const;

export const recurringSorts = ['createdAt', 'client', 'total', 'nextOn'] as const;

/** Invoices that a preview shows. */
export const previewMax = 12;

/** An invoice that could not be made for longer than this is not made any more without a decision. */
export const lateDaysMax = 3;

/** Days before today that a recurring invoice may begin with: each of them is asked about. */
export const missedMax = 100;
