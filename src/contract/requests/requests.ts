/** What clients ask the agency to do, and how far it is. The rules are in requests-schema.ts. */
export const requestStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const requestStatusLabels: Record<RequestStatus, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** What a request's timeline is made of. */
export const requestEventKinds = ['created', 'changed', 'status', 'note', 'target_date'] as const;
export type RequestEventKind = (typeof requestEventKinds)[number];

export const requestTitleMin = 3;
export const requestDescriptionMin = 10;

/** What the address of the list says: the search, the status and the page. */
export interface RequestSearch {
  search?: string;
  status?: RequestStatus;
  page?: number;
}
