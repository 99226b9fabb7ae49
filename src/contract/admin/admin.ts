import type { AdminSection } from './sections';

/** The state of the panel: all of it is in the URL, so that reload, Back and a shared link work. */
export interface AdminSearch {
  section?: AdminSection;
  /** The record that is open: its id, or 'new'. */
  open?: string | number;
  search?: string;
  status?: string;
  sort?: string;
  /** A span of dates, both days included. */
  from?: string;
  to?: string;
  page?: number;
  pageSize?: number;
  /** Of requests and of the inbox: whose they are. */
  assignee?: string;
  /** Of the inbox. */
  kind?: string;
  tag?: string;
  /** For whom a new record is to be. */
  client?: string;
  /** A part of a section that has several. */
  tab?: string;
}

/** The parameters of the panel; others are dropped. */
export function readAdminSearch(given: Record<string, unknown>): AdminSearch {
  const search: AdminSearch = {};
  // Whether there is such a section is for the panel to say: with the list here, it would lie in the scripts of every visitor.
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
    // The router parses unquoted digits in a URL as a number; only `open` may be one.
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
