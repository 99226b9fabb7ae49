/** Statuses of a request. The rules are in requests-schema.ts. */
export const requestStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const requestTitleMin = 3;
export const requestDescriptionMin = 10;

/** The query of the list's URL. */
export interface RequestSearch {
  search?: string;
  status?: RequestStatus;
  page?: number;
}
