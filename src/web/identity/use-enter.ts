import { useRouter } from '@tanstack/react-router';

import { type CurrentUser, safeNext } from '~/contract/identity';
import { toast } from '~/web/ui/toast-store';

/** What follows a sign-in: everything known of nobody is forgotten, a notice, and on to where one was going. */
export function useEnter(next: string | undefined) {
  const router = useRouter();
  const { api, queryClient } = router.options.context;
  return async (user: CurrentUser, title: string) => {
    queryClient.clear();
    api.identity.viewer.setData(undefined, user);
    toast({ title, description: `Welcome, ${user.firstName}.` });
    await router.navigate({ href: safeNext(next), replace: true });
    await router.invalidate();
  };
}
