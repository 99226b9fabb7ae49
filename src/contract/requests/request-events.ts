/** Kinds of events in a request's timeline. */
export const requestEventKinds = ['created', 'changed', 'status', 'note', 'target_date'] as const;
