/** What clients ask the agency to do, and how far it is. */
export const requestStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** What a request's timeline is made of. */
export const requestEventKinds = ['created', 'changed', 'status', 'note', 'target_date'] as const;
export type RequestEventKind = (typeof requestEventKinds)[number];
