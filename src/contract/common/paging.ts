/** Query and result of a list; screens keep the query in the URL. */
export interface ListQuery<Status extends string = string, Sort extends string = string> {
  search?: string | undefined;
  status?: Status | undefined;
  /** Column to sort by; a leading minus sorts in descending order. */
  sort?: Sorting<Sort> | undefined;
  /** From 1. */
  page?: number | undefined;
  pageSize?: number | undefined;
  /** ISO 8601 time: returns only records that were created or changed since. */
  updatedSince?: string | undefined;
}

export type Sorting<Sort extends string> = Sort | `-${Sort}`;

export interface Page<Row> {
  rows: Row[];
  /** Number of matching rows on all pages. */
  total: number;
  /** Number of matching rows by status, regardless of the status filter. */
  counts: Record<string, number>;
}

export const searchMax = 200;

/** Page size of the lists in the client area. */
export const clientPageSize = 10;

/** Filters of lists in which a row can count under several statuses. */
export const overlappingFilters = [
  'deleted',
  'missed',
  'overdue',
  'overpaid',
  'partially_refunded',
  'ready',
  'spam',
  'waiting',
] as const;
export type OverlappingFilter = (typeof overlappingFilters)[number];
