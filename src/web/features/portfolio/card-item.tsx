import { Link } from '@tanstack/react-router';

import type { PortfolioCard } from '~/contract/portfolio/portfolio-schema';
import { Cover } from '~/web/ui/cover';
import styles from './card-item.module.css';
import { Technologies } from './technologies';

export function CardPiece({ piece }: { piece: PortfolioCard }) {
  return (
    <li className={styles.piece}>
      <Cover seed={piece.slug} imageUrl={piece.images[0]} className={styles.cover} />
      <div className={styles.words}>
        <p className={styles.client}>{piece.client_name}</p>
        <h3 className={styles.name}>{piece.title}</h3>
        <p className={styles.description}>{piece.description}</p>
        <Technologies names={piece.technologies} />
        <div className={styles.foot}>
          {piece.outcome && (
            <p className={styles.outcome}>
              <b>{piece.outcome.value}</b> {piece.outcome.label}
            </p>
          )}
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
