import { requestStatuses } from './requests';

/** `waiting` is not a stored status: the last message in the thread is the client's, and the request is not finished. */
export const requestFilters = [...requestStatuses, 'waiting'] as const;
export type RequestFilter = (typeof requestFilters)[number];

/** Filter of the panel's list: `mine`, assigned to the signed-in admin; `none`, not assigned. */
export const assigneeFilters = ['mine', 'none'] as const;
export type AssigneeFilter = (typeof assigneeFilters)[number];
