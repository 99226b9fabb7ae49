import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { BrandMark } from '~/web/ui/brand-mark';
import { ThemeSwitch } from '~/web/ui/theme-switch';
import { MobileMenu } from './mobile-menu';
import styles from './nav-bar.module.css';
import { NavLinkList } from './nav-link-list';
import { navLinks } from './nav-links';
import { useSettings, useViewer } from './settings';
import { isStandIn } from './stand-in';
import { UserMenu } from './user-menu.lazy';

/** Number of scrolled pixels after which the bar has a solid background. */
const solidAfterPx = 10;

export function NavBar({ isHome }: { isHome: boolean }) {
  const { brand, links } = useSettings();
  const viewer = useViewer();
  const [scrolled, setScrolled] = useState(false);

  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > solidAfterPx);
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);

  const shown = navLinks(links.bar, viewer);
  return (
    <header className={styles.bar} data-solid={!isHome || scrolled} data-wide={links.wide}>
      <div className={`wrap ${styles.row}`}>
        <Link to="/" className={styles.brand} aria-label={`${brand.name}, home`}>
          <BrandMark />
          <span>{brand.name}</span>
        </Link>
        <nav aria-label="Main" className={styles.links}>
          <NavLinkList links={shown} className={styles.link} />
        </nav>
        <div className={styles.tools}>
          <ThemeSwitch />
          {viewer ? (
            <Account user={viewer} />
          ) : (
            <Link to="/auth/signin" className={styles.signIn}>
              Sign In
            </Link>
          )}
          <MobileMenu links={shown} />
        </div>
      </div>
    </header>
  );
}

/**
 * Menu of the user. A page that is shared by all clients, or by all admins, has a placeholder
 * instead, which `fillPage` replaces.
 */
const Account = ({ user }: { user: CurrentUser }) => (
  <Suspense>
    {isStandIn(user) ? <template data-slot="user-menu" /> : <UserMenu user={user} />}
  </Suspense>
);
