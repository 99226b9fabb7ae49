import { useEffect } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { useViewer } from './settings';
import { toLogin } from './to-login';

/** Returns the signed-in user. Redirects visitors to sign-in and returns null in the meantime. */
export function useProtected(): CurrentUser | null {
  const viewer = useViewer();
  const isAway = viewer === null;
  useEffect(() => (isAway ? toLogin() : undefined), [isAway]);
  return viewer;
}
