import type { CurrentUser } from '~/contract/identity/identity-schema';

export interface NavLink {
  to: string;
  label: string;
}

/** For admins, Dashboard links to the panel, since a client's would be empty. */
export function navLinks(bar: NavLink[], viewer: CurrentUser | null): NavLink[] {
  if (!viewer) return bar;
  return [...bar, { to: viewer.isAdmin ? '/admin' : '/dashboard', label: 'Dashboard' }];
}
