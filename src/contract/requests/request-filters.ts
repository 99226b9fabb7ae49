import { requestStatuses } from './requests';

/** `waiting` is no status of its own: the client has the last word in the thread, and the request is not finished. */
export const requestFilters = [...requestStatuses, 'waiting'] as const;
export type RequestFilter = (typeof requestFilters)[number];

/** Filter of the panel's list: `mine`, assigned to the signed-in admin; `none`, not assigned. */
export const assigneeFilters = ['mine', 'none'] as const;
export type AssigneeFilter = (typeof assigneeFilters)[number];
