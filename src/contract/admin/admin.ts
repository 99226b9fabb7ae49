import type { AdminSection } from './sections';

/** State of the panel. The URL contains all of it, so that reload, Back and shared links work. */
export interface AdminSearch {
  section?: AdminSection;
  /** Open record: its id, or 'new'. */
  open?: string | number;
  search?: string;
  status?: string;
  sort?: string;
  /** Date range, both days included. */
  from?: string;
  to?: string;
  page?: number;
  pageSize?: number;
  /** Assignee filter of requests and the inbox. */
  assignee?: string;
  /** Filter of the inbox. */
  kind?: string;
  tag?: string;
  /** Client of a new record. */
  client?: string;
  /** Tab of a section. */
  tab?: string;
}

/** Reads the panel's parameters from a URL query, and drops all others. */
export function readAdminSearch(given: Record<string, unknown>): AdminSearch {
  const search: AdminSearch = {};
  // The panel checks later whether the section exists. A check here would add the list of sections
  // to the scripts of every visitor.
  if (typeof given.section === 'string') search.section = given.section as AdminSection;
  for (const key of [
    'open',
    'search',
    'status',
    'sort',
    'tab',
    'assignee',
    'kind',
    'tag',
    'client',
    'from',
    'to',
  ] as const) {
    const value = given[key];
    if (typeof value === 'string' && value !== '') search[key] = value.slice(0, 200);
    // The router parses unquoted digits in a URL as a number. Only `open` may stay a number.
    if (typeof value === 'number') {
      if (key === 'open') search.open = value;
      else search[key] = String(value);
    }
  }
  for (const key of ['page', 'pageSize'] as const) {
    const value = Number(given[key]);
    if (Number.isInteger(value) && value > 0) search[key] = Math.min(value, 1_000_000);
  }
  return search;
}
