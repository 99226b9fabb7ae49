import { type RequestSearch, requestStatuses } from '~/contract/requests';
import { oneOf } from '~/web/lib/search';

/** What an address says of the list; left out where it says nothing in particular. */
export function requestSearchOf(given: Record<string, unknown>): RequestSearch {
  const search = String(given.search ?? '').trim();
  const status = oneOf(requestStatuses, given.status);
  const page = Number(given.page);
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(Number.isInteger(page) && page > 1 && { page }),
  };
}
