/** Statuses of a request. The rules are in requests-schema.ts. */
export const requestStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Returns whether a request is in progress. Replies to finished requests have no due time. */
export const isUnderWay = (status: RequestStatus): boolean =>
  status === 'pending' || status === 'in_progress';

export const requestTitleMin = 3;
export const requestDescriptionMin = 10;

/** Query parameters in the URL of the list. */
export interface RequestSearch {
  search?: string;
  status?: RequestStatus;
  page?: number;
}
