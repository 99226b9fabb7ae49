import { Link } from '@tanstack/react-router';

import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { categoryLabels } from '~/contract/services/categories';
import { Cover } from '~/web/ui/cover';
import styles from './item-hero.module.css';

export function PieceHero({ piece }: { piece: PortfolioItem }) {
  return (
    <header>
      <div className={`wrap ${styles.hero}`}>
        <div className={styles.words}>
          <p className={styles.way}>
            <Link to="/portfolio">Portfolio</Link>
            <span>{categoryLabels[piece.category]}</span>
          </p>
          <h1 className={styles.title}>{piece.title}</h1>
          <p className={styles.lead}>{piece.description}</p>
        </div>
        <dl className={styles.facts}>
          {piece.outcome && (
            <div className={styles.outcome}>
              <dt>{piece.outcome.label}</dt>
              <dd>{piece.outcome.value}</dd>
            </div>
          )}
          <div>
            <dt>Client</dt>
            <dd>{piece.client_name}</dd>
          </div>
        </dl>
      </div>
      <div className="wrap">
        <Cover
          seed={piece.slug}
          imageUrl={piece.images[0]}
          className={styles.cover}
          sizes="(min-width: 82rem) 77rem, 92vw"
          eager
        />
      </div>
    </header>
  );
}
