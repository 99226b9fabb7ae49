import { Skeleton } from '~/web/ui/skeleton';
import featuredStyles from './featured-item.module.css';
import styles from './page-portfolio.module.css';
import { PortfolioHead } from './portfolio-head';

const placeholders = ['1', '2'];

export function PortfolioPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <PortfolioHead />
      <p className="visually-hidden" role="status">
        Loading portfolio
      </p>
      <ul className={styles.featured}>
        {placeholders.map((key) => (
          <li key={key} className={featuredStyles.item}>
            <div className={featuredStyles.cover}>
              <Skeleton height="clamp(13rem, 36vw, 29rem)" />
            </div>
            <div className={featuredStyles.words}>
              <Skeleton height="10rem" />
              <Skeleton width="60%" height="6rem" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
