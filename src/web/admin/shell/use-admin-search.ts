import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import { sectionOf } from '~/contract/admin/sections';
import { useViewer } from '~/web/shell/settings';

const route = getRouteApi('/admin');

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * True for a record that was opened from the list, so that the browser's Back returns to the
     * list.
     */
    isFromList?: boolean;
  }
}

/** Returns the state of the panel in the URL, and functions that change it. */
export function useAdminSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const role = useViewer()?.role;
  const section = sectionOf(search.section, role);

  /** Changes some search parameters and keeps the others. */
  const change = useCallback(
    (part: { [Key in keyof AdminSearch]: AdminSearch[Key] | undefined }, isReplacing = false) =>
      navigate({ search: (before) => ({ ...before, ...part }), replace: isReplacing }),
    [navigate],
  );

  const isNew = search.open === 'new';
  /**
   * Opens a record. A record that was just created replaces its empty form in the browser's
   * history.
   */
  const openRecord = useCallback(
    (id: string | number) =>
      navigate({
        search: (before) => ({ ...before, open: id }),
        replace: isNew,
        state: isNew || { isFromList: true },
      }),
    [navigate, isNew],
  );
  const close = useCallback(() => change({ open: undefined, client: undefined }), [change]);
  const open = search.open === undefined ? undefined : String(search.open);
  return { ...search, open, section, change, openRecord, closeRecord: close };
}
