import { useRouter } from '@tanstack/react-router';

import { safeNext } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { toast } from '~/web/ui/toast-store';

/**
 * Returns a function to call after signing in. It updates the cached user, shows a toast, and
 * navigates to the intended page.
 */
export function useEnter(next: string | undefined) {
  const router = useRouter();
  const { api } = router.options.context;
  return async (user: CurrentUser, title: string, about = '') => {
    api.identity.viewer.setData(undefined, user);
    // Invalidates data that an earlier user of this tab may have left. All other cached data is
    // public.
    await Promise.all([api.dashboard.invalidate(), api.identity.sessions.invalidate()]);
    toast({ title, description: `${about} Welcome, ${user.firstName}.`.trim() });
    await router.navigate({ href: safeNext(next), replace: true });
    await router.invalidate();
  };
}
