import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useCloseOnOutsideClick } from '~/web/lib/use-close-on-outside-click';
import styles from './mobile-menu.module.css';
import { NavLinkList } from './nav-link-list';
import type { NavLink } from './nav-links';

/** Menu in a `details` element, so that it can be opened before any script has run. */
export function MobileMenu({ links }: { links: NavLink[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useCloseOnOutsideClick(menu);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path closes it
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [pathname]);

  return (
    <details ref={menu} className={styles.menu}>
      <summary className={styles.button} aria-label="Menu">
        <span className={styles.lines} />
      </summary>
      <nav aria-label="Menu" className={styles.panel}>
        <NavLinkList links={links} className={styles.link} />
      </nav>
    </details>
  );
}
