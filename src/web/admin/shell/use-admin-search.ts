import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import { sectionOf } from '~/contract/admin/sections';
import { useViewer } from '~/web/shell/settings';

const route = getRouteApi('/admin');

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

  const openRecord = useCallback((id: string | number) => change({ open: id }), [change]);
  const close = useCallback(() => change({ open: undefined, client: undefined }), [change]);
  const open = search.open === undefined ? undefined : String(search.open);
  return { ...search, open, section, change, openRecord, closeRecord: close };
}
