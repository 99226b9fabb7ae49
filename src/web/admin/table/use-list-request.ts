import type { AdminSearch } from '~/contract/admin/admin';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { keepPreviousData } from '~/web/lib/queries';
import { defaultAdminPageSize } from './page-sizes';

/** Keeps the previous rows visible while a query is loading. */
export const untilItComes = { placeholderData: keepPreviousData };

interface ListOptions<Status extends string, Sort extends string> {
  statuses: readonly Status[];
  sorts: readonly Sort[];
}

/**
 * Returns the list request in the URL. Ignores statuses and sort orders that this list does not have, so that a link from
 * another section, or a mistyped one, still shows a list.
 */
export function listRequestOf<const Status extends string, const Sort extends string>(
  { search, status, sort, page, pageSize = defaultAdminPageSize }: Omit<AdminSearch, 'open'>,
  options: ListOptions<Status, Sort>,
) {
  const isSort = options.sorts.some((one) => one === sort?.replace(/^-/, ''));
  return {
    search,
    status: options.statuses.find((one) => one === status),
    sort: isSort ? (sort as Sort | `-${Sort}`) : undefined,
    page,
    pageSize: Math.min(pageSize, 500),
  };
}

/** Returns the list request of the current section. */
export function useListRequest<const Status extends string, const Sort extends string>(
  options: ListOptions<Status, Sort>,
) {
  return listRequestOf(useAdminSearch(), options);
}
