import { useEffect } from 'react';
import type { CurrentUser } from '~/contract/identity/identity-schema';

import { useViewer } from './settings';
import { toLogin } from './to-login';

/** Whoever is signed in; null while somebody who is not is told so and taken to sign in. */
export function useProtected(): CurrentUser | null {
  const viewer = useViewer();
  const isAway = viewer === null;
  useEffect(() => (isAway ? toLogin() : undefined), [isAway]);
  return viewer;
}
