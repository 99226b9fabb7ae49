import { Link } from '@tanstack/react-router';

import type { FeaturedCard } from '~/contract/portfolio/portfolio-schema';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import { Picture } from '~/web/ui/picture';
import styles from './work-grid.module.css';

/** Work with its pictures, wide and narrow by turns. */
export function WorkGrid({ items }: { items: FeaturedCard[] }) {
  return (
    <ul className={styles.grid}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <div className={styles.cover}>
            {item.images[0] ? (
              <Picture
                url={item.images[0]}
                sizes="(min-width: 60rem) 36rem, 92vw"
                fallbackSize={{ width: 640, height: 400 }}
              />
            ) : (
              <FlightMark seed={item.slug} kind="cover" />
            )}
          </div>
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
