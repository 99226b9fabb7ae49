import { Link } from '@tanstack/react-router';

import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { categoryLabels } from '~/contract/services/categories';
import { Cover } from '~/web/ui/cover';
import { ItemExhibit } from './item-exhibit';
import styles from './item-hero.module.css';

export function ItemHero({ item }: { item: PortfolioItem }) {
  const [exhibit] = item.exhibits;
  return (
    <header>
      <div className={`wrap ${styles.hero}`}>
        <div className={styles.words}>
          <p className={styles.way}>
            <Link to="/portfolio">Portfolio</Link>
            <span>{categoryLabels[item.category]}</span>
          </p>
          <h1 className={styles.title}>{item.title}</h1>
          <p className={styles.lead}>{item.description}</p>
        </div>
        <dl className={styles.facts}>
          {item.outcome && (
            <div className={styles.outcome}>
              <dt>{item.outcome.label}</dt>
              <dd>{item.outcome.value}</dd>
            </div>
          )}
          <div>
            <dt>Client</dt>
            <dd>{item.client_name}</dd>
          </div>
        </dl>
      </div>
      <div className="wrap">
        {/* Shows a picture of the item, or else a drawing of it, or else the mark. */}
        {exhibit && !item.images[0] ? (
          <ItemExhibit exhibit={exhibit} isPlate />
        ) : (
          <Cover
            item={{
              slug: item.slug,
              cover: item.images[0] ? { kind: 'picture', url: item.images[0] } : null,
            }}
            className={styles.cover}
            sizes="(min-width: 82rem) 77rem, 92vw"
            eager
          />
        )}
      </div>
    </header>
  );
}
