import { Link } from '@tanstack/react-router';

import type { PortfolioCard } from '~/contract/portfolio/portfolio-schema';
import { Cover } from '~/web/ui/cover';
import styles from './item-row.module.css';
import { Technologies } from './technologies';

/** A portfolio item with its picture and its result. */
export function ItemRow(props: { item: PortfolioCard; titleAs: 'h2' | 'h3'; isLarge?: boolean }) {
  const { item, titleAs: Title, isLarge = false } = props;
  const { outcome } = item;
  return (
    <li className={styles.item} data-large={isLarge || undefined}>
      <Cover
        item={item}
        sizes={isLarge ? '(min-width: 60rem) 44rem, 92vw' : '(min-width: 60rem) 31rem, 92vw'}
        className={styles.cover}
        eager={isLarge}
      />
      <div className={styles.words}>
        <p className={styles.client}>{item.client_name}</p>
        <Title className={styles.name}>{item.title}</Title>
        <p className={styles.description}>{item.description}</p>
      </div>
      {outcome && (
        <p className={styles.outcome}>
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
