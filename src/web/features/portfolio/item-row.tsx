import { Link } from '@tanstack/react-router';

import type { PortfolioCard } from '~/contract/portfolio/portfolio-schema';
import { Cover } from '~/web/ui/cover';
import styles from './item-row.module.css';
import { Technologies } from './technologies';

/** A piece of work by what came of it: the figure is set as large as its row is wide. */
export function ItemRow(props: { item: PortfolioCard; titleAs: 'h2' | 'h3'; isLarge?: boolean }) {
  const { item, titleAs: Title, isLarge = false } = props;
  const { outcome } = item;
  return (
    <li className={styles.item} data-large={isLarge || undefined}>
      <Cover
        seed={item.slug}
        imageUrl={item.images[0]}
        sizes="(min-width: 60rem) 25rem, 92vw"
        className={styles.cover}
        eager={isLarge}
      />
      <div className={styles.words}>
        <p className={styles.client}>{item.client_name}</p>
        <Title className={styles.name}>{item.title}</Title>
        <p className={styles.description}>{item.description}</p>
      </div>
      {outcome && (
        // A longer value is set smaller, so that it stays on its line.
        <p
          className={styles.outcome}
          style={{ '--length': Math.max(4, outcome.value.length) } as object}
        >
          <b>{outcome.value}</b> {outcome.label}
        </p>
      )}
      <div className={styles.foot}>
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
    </li>
  );
}
