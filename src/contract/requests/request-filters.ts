import { requestStatuses } from './requests';

/**
 * Filters of requests. `waiting` is not a stored status: the client wrote the last message of the thread, and the request
 * is not finished.
 */
export const requestFilters = [...requestStatuses, 'waiting'] as const;
export type RequestFilter = (typeof requestFilters)[number];

/** Filters by assigned admin in the panel's list: `mine` for the signed-in admin, `none` for unassigned requests. */
export const assigneeFilters = ['mine', 'none'] as const;
export type AssigneeFilter = (typeof assigneeFilters)[number];
