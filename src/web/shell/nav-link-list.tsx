import { Link } from '@tanstack/react-router';

import type { NavLink } from './nav-links';

export function NavLinkList({
  links,
  className,
}: {
  links: NavLink[];
  className: string | undefined;
}) {
  return links.map((link) => (
    <Link
      key={link.to}
      to={link.to}
      activeOptions={{ exact: link.to === '/' }}
      className={className}
    >
      {link.label}
    </Link>
  ));
}
