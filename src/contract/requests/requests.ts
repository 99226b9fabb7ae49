/** Statuses of a request. The rules are in requests-schema.ts. */
export const requestStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** A finished request is owed no answer within a time. */
export const isUnderWay = (status: RequestStatus): boolean =>
  status === 'pending' || status === 'in_progress';

/** `waiting` is no status of its own: the client has the last word in the thread, and the request is not finished. */
export const requestFilters = [...requestStatuses, 'waiting'] as const;
export type RequestFilter = (typeof requestFilters)[number];

/** Filter of the panel's list: `mine`, assigned to the signed-in admin; `none`, not assigned. */
export const assigneeFilters = ['mine', 'none'] as const;
export type AssigneeFilter = (typeof assigneeFilters)[number];

export const requestTitleMin = 3;
export const requestDescriptionMin = 10;

/** The query of the list's URL. */
export interface RequestSearch {
  search?: string;
  status?: RequestStatus;
  page?: number;
}
