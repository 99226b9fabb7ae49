/** What a list is asked for, and what it answers; kept in the address by screens. */
export interface ListQuery<Status extends string = string, Sort extends string = string> {
  search?: string | undefined;
  status?: Status | undefined;
  /** A column; with a minus before it, from the largest down. */
  sort?: Sorting<Sort> | undefined;
  /** From 1. */
  page?: number | undefined;
  pageSize?: number | undefined;
}

export type Sorting<Sort extends string> = Sort | `-${Sort}`;

export interface Page<Row> {
  rows: Row[];
  /** How many match, on all pages. */
  total: number;
  /** How many match of each status, whichever one is asked for. */
  counts: Record<string, number>;
}

export const searchMax = 200;

/** Rows on a page of a client's own lists. */
export const clientPageSize = 10;
