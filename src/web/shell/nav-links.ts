import type { CurrentUser } from '~/contract/identity/identity-schema';

export interface NavLink {
  to: string;
  label: string;
}

/**
 * Returns the links of the navigation. For admins, Dashboard links to the panel, because a client's dashboard would be
 * empty.
 */
export function navLinks(bar: NavLink[], viewer: CurrentUser | null): NavLink[] {
  if (!viewer) return bar;
  return [...bar, { to: viewer.isAdmin ? '/admin' : '/dashboard', label: 'Dashboard' }];
}
