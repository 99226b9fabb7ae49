import type { CurrentUser } from '~/contract/identity/identity-schema';

export interface NavLink {
  to: string;
  label: string;
}

/** For admins the dashboard is the panel's: a client's would be empty. */
export function navLinks(bar: NavLink[], viewer: CurrentUser | null): NavLink[] {
  if (!viewer) return bar;
  return [...bar, { to: viewer.isAdmin ? '/admin' : '/dashboard', label: 'Dashboard' }];
}
