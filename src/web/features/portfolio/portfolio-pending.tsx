import { Skeleton } from '~/web/ui/skeleton';
import itemStyles from './item-row.module.css';
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
          <li key={key} className={itemStyles.item} data-large>
            <p className={itemStyles.outcome}>
              <Skeleton height="clamp(8rem, 18vw, 16rem)" />
            </p>
            <div className={itemStyles.cover}>
              <Skeleton height="16rem" />
            </div>
            <div className={itemStyles.words}>
              <Skeleton height="8rem" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
