import { Link, useRouter } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import { useIsShown } from '~/web/shell/settings';
import { WorkCover } from '~/web/ui/cover';
import styles from './work-strip.module.css';

const shownMax = 3;

/** The first pieces of work, small enough to be seen without scrolling. */
export function WorkStrip() {
  const { api } = useRouter().options.context;
  const items = useResult(api.portfolio.featuredCards.queryOptions()).slice(0, shownMax);
  const hasWork = useIsShown('portfolio');
  if (items.length === 0 || !hasWork) return null;
  return (
    <ul className={styles.strip} aria-label="Recent work">
      {items.map((item) => (
        <li key={item.id}>
          <Link to="/portfolio/$slug" params={{ slug: item.slug }} className={styles.link}>
            <WorkCover item={item} sizes="(min-width: 64rem) 12rem, 30vw" />
            <span className="visually-hidden">
              {item.client_name}: {item.title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
