import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-pricing.module.css';
import { PricingHead } from './pricing-head';

const placeholders = ['1', '2', '3'];

export function PricingPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <PricingHead />
      <p className="visually-hidden" role="status">
        Loading plans
      </p>
      <div className={styles.cycle}>
        <Skeleton width="18rem" height="2rem" />
      </div>
      <ul className={styles.plans}>
        {placeholders.map((key) => (
          <li key={key}>
            <Skeleton height="32rem" />
          </li>
        ))}
      </ul>
    </div>
  );
}
