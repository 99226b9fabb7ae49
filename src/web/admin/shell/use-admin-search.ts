import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { AdminSearch, AdminSection } from '~/contract/admin';

const route = getRouteApi('/admin');

/** Where in the panel somebody is, and what takes them elsewhere in it. */
export function useAdminSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const section: AdminSection = search.section ?? 'dashboard';

  /** Changes a part of the address and keeps the rest. */
  const change = useCallback(
    (part: { [Key in keyof AdminSearch]: AdminSearch[Key] | undefined }, isReplacing = false) =>
      navigate({ search: (before) => ({ ...before, ...part }), replace: isReplacing }),
    [navigate],
  );

  const open = useCallback((id: string | number) => change({ open: String(id) }), [change]);
  const close = useCallback(() => change({ open: undefined }), [change]);
  return { ...search, section, change, openRecord: open, closeRecord: close };
}
