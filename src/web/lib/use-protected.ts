import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

import { type CurrentUser, loginPath } from '~/contract/identity';
import { toast } from '~/web/ui/toast-store';
import { useViewer } from './settings';

/** How long a visitor can read why before being taken to sign in. */
const redirectAfterMs = 500;

/**
 * Whoever is signed in; null while somebody who is not is told so and taken to sign in, from where they
 * come back to this very address.
 */
export function useProtected(): CurrentUser | null {
  const viewer = useViewer();
  const href = useRouterState({ select: (state) => state.location.href });
  const isAway = viewer === null;
  useEffect(() => {
    if (!isAway) return;
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      variant: 'destructive',
    });
    const timer = setTimeout(() => {
      window.location.assign(`${loginPath}?next=${encodeURIComponent(href)}`);
    }, redirectAfterMs);
    return () => clearTimeout(timer);
  }, [isAway, href]);
  return viewer;
}
