import type { CurrentUser } from '~/contract/identity/identity-schema';

export interface NavLink {
  to: string;
  label: string;
}

const everyone: NavLink[] = [
  { to: '/services', label: 'Services' },
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About Us' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/blog', label: 'Blog' },
  { to: '/contact', label: 'Contact' },
];

/** For admins the dashboard is the panel's: a client's would be empty. */
export function navLinks(viewer: CurrentUser | null): NavLink[] {
  if (!viewer) return everyone;
  return [...everyone, { to: viewer.isAdmin ? '/admin' : '/dashboard', label: 'Dashboard' }];
}
