import { Link, useRouter } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import { useIsShown } from '~/web/shell/settings';
import { Cover } from '~/web/ui/cover';
import styles from './work-strip.module.css';

/** Shows the first three portfolio items, small enough to be seen without scrolling. */
export function WorkStrip() {
  const { api } = useRouter().options.context;
  const items = useResult(api.portfolio.featuredCards.queryOptions());
  if (!useIsShown('portfolio')) return null;
  return (
    <ul className={styles.strip}>
      {items.slice(0, 3).map((item) => (
        <li key={item.id}>
          <Link to="/portfolio/$slug" params={{ slug: item.slug }} aria-label={item.title}>
            <Cover item={item} sizes="12rem" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
