import { Link } from '@tanstack/react-router';

import type { PortfolioCard } from '~/contract/portfolio/portfolio-schema';
import { Cover } from '~/web/ui/cover';
import styles from './featured-item.module.css';
import { Technologies } from './technologies';

/** A piece over the whole width: the picture speaks, the column beside it annotates. */
export function FeaturedPiece({ piece }: { piece: PortfolioCard }) {
  return (
    <li className={styles.piece}>
      <Cover seed={piece.slug} imageUrl={piece.images[0]} className={styles.cover} eager />
      <div className={styles.words}>
        <div>
          <p className={styles.client}>{piece.client_name}</p>
          <h2 className={styles.name}>{piece.title}</h2>
          <p className={styles.description}>{piece.description}</p>
        </div>
        <div className={styles.foot}>
          {piece.outcome && (
            <p className={styles.outcome}>
              <b>{piece.outcome.value}</b> {piece.outcome.label}
            </p>
          )}
          <Technologies names={piece.technologies} />
          <Link
            to="/portfolio/$slug"
            params={{ slug: piece.slug }}
            className={styles.more}
            aria-label={`View Project: ${piece.title}`}
          >
            View Project
          </Link>
        </div>
      </div>
    </li>
  );
}
