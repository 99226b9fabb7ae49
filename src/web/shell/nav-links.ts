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

export function navLinks(signedIn: boolean): NavLink[] {
  return signedIn ? [...everyone, { to: '/dashboard', label: 'Dashboard' }] : everyone;
}
