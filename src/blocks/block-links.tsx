import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import styles from './block.module.css';
import type { BlockLink } from './block-fields-schema';

/** Shows the buttons of a block: the first one is the primary action. */
export function BlockLinks({ links }: { links: BlockLink[] }) {
  if (links.length === 0) return null;
  return (
    <div className={styles.actions}>
      {links.map(({ label, to }, index) => {
        const className = buttonClass(index === 0 ? 'default' : 'outline', 'lg');
        // True for a page of this site. Paths with parameters are excluded, because the router
        // would parse them.
        const isPage = /^\/[^?#]*$/.test(to);
        return isPage ? (
          <Link key={to} to={to} className={className}>
            {label}
          </Link>
        ) : (
          <a key={to} href={to} className={className}>
            {label}
          </a>
        );
      })}
    </div>
  );
}
