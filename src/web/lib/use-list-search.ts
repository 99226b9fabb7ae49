import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

interface ListSearch {
  search?: string | undefined;
  status?: string | undefined;
  page?: number | undefined;
}

/** Search, status filter and page of a list, which are stored in the URL. A new search or filter starts at the first page. */
export function useListSearch() {
  const navigate = useNavigate();
  const { search = '', status, page = 1 }: ListSearch = useSearch({ strict: false });

  const change = useCallback(
    (part: ListSearch, options: { replace?: boolean; resetScroll?: boolean }) =>
      navigate({
        to: '.',
        search: (before) => {
          // The parameters have a fixed order, so that the same list always has the same URL.
          const { search, status, page, ...others } = { ...(before as ListSearch), ...part };
          return { ...others, search, status, page };
        },
        ...options,
      }),
    [navigate],
  );

  return {
    search,
    status,
    page,
    isFiltered: search !== '' || status !== undefined,
    /**
     * Sets the search.
     *
     * @param replace true to replace the history entry, so that typing does not add many entries
     */
    setSearch: useCallback(
      (text: string, replace = false) =>
        change(
          { search: text.trim() || undefined, page: undefined },
          { replace, resetScroll: false },
        ),
      [change],
    ),
    setStatus: useCallback(
      (next: string | undefined) =>
        change({ status: next || undefined, page: undefined }, { resetScroll: false }),
      [change],
    ),
    setPage: useCallback(
      (next: number, replace = false) => change({ page: next > 1 ? next : undefined }, { replace }),
      [change],
    ),
    showAll: useCallback(
      () => change({ search: undefined, status: undefined, page: undefined }, {}),
      [change],
    ),
  };
}
