import { Link } from '@tanstack/react-router';

import type { FeaturedCard } from '~/contract/portfolio/portfolio-schema';
import { Cover } from '~/web/ui/cover';
import styles from './work-grid.module.css';

/** Portfolio items with pictures, alternately wide and narrow. */
export function WorkGrid({ items }: { items: FeaturedCard[] }) {
  return (
    <ul className={styles.grid}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <Cover item={item} className={styles.cover} />
          <div className={styles.text}>
            <div>
              <p className={styles.client}>{item.client_name}</p>
              <h3>{item.title}</h3>
            </div>
            {item.outcome && (
              <p className={styles.outcome}>
                <b>{item.outcome.value}</b> {item.outcome.label}
              </p>
            )}
          </div>
          <Link
            to="/portfolio/$slug"
            params={{ slug: item.slug }}
            className={styles.more}
            aria-label={`View Project: ${item.title}`}
          >
            View Project
          </Link>
        </li>
      ))}
    </ul>
  );
}
