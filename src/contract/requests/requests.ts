/** Statuses of a request. The rules are in requests-schema.ts. */
export const requestStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Kinds of events in a request's timeline. */
export const requestEventKinds = ['created', 'changed', 'status', 'note', 'target_date'] as const;
export type RequestEventKind = (typeof requestEventKinds)[number];

export const requestTitleMin = 3;
export const requestDescriptionMin = 10;

/** The query of the list's URL. */
export interface RequestSearch {
  search?: string;
  status?: RequestStatus;
  page?: number;
}
