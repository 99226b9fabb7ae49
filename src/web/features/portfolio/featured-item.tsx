import { Link } from '@tanstack/react-router';

import type { PortfolioCard } from '~/contract/portfolio/portfolio-schema';
import { Cover } from '~/web/ui/cover';
import styles from './featured-item.module.css';
import { Technologies } from './technologies';

/** An item over the whole width: the picture speaks, the column beside it annotates. */
export function FeaturedItem({ item }: { item: PortfolioCard }) {
  return (
    <li className={styles.item}>
      <Cover seed={item.slug} imageUrl={item.images[0]} className={styles.cover} eager />
      <div className={styles.words}>
        <div>
          <p className={styles.client}>{item.client_name}</p>
          <h2 className={styles.name}>{item.title}</h2>
          <p className={styles.description}>{item.description}</p>
        </div>
        <div className={styles.foot}>
          {item.outcome && (
            <p className={styles.outcome}>
              <b>{item.outcome.value}</b> {item.outcome.label}
            </p>
          )}
          <Technologies names={item.technologies} />
          <Link
            to="/portfolio/$slug"
            params={{ slug: item.slug }}
            className={styles.more}
            aria-label={`View Project: ${item.title}`}
          >
            View Project
          </Link>
        </div>
      </div>
    </li>
  );
}
