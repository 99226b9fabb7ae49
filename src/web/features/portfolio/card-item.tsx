import { Link } from '@tanstack/react-router';

import type { PortfolioCard } from '~/contract/portfolio/portfolio-schema';
import { Cover } from '~/web/ui/cover';
import styles from './card-item.module.css';
import { Technologies } from './technologies';

export function CardItem({ item }: { item: PortfolioCard }) {
  return (
    <li className={styles.item}>
      <Cover seed={item.slug} imageUrl={item.images[0]} className={styles.cover} />
      <div className={styles.words}>
        <p className={styles.client}>{item.client_name}</p>
        <h3 className={styles.name}>{item.title}</h3>
        <p className={styles.description}>{item.description}</p>
        <Technologies names={item.technologies} />
        <div className={styles.foot}>
          {item.outcome && (
            <p className={styles.outcome}>
              <b>{item.outcome.value}</b> {item.outcome.label}
            </p>
          )}
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
