import chipStyles from '~/web/ui/chips.module.css';
import { Skeleton } from '~/web/ui/skeleton';
import cardStyles from './card-service.module.css';
import styles from './page-services.module.css';
import { ServicesHead } from './services-head';

const placeholders = ['1', '2', '3', '4', '5', '6'];

export function ServicesPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <ServicesHead />
      <div className={chipStyles.chips}>
        <Skeleton width="100%" height="2.5rem" />
      </div>
      <p className="visually-hidden" role="status">
        Loading services
      </p>
      <ul className={styles.grid}>
        {placeholders.map((key) => (
          <li key={key} className={cardStyles.card}>
            <Skeleton height="6rem" />
            <Skeleton height="9rem" />
          </li>
        ))}
      </ul>
    </div>
  );
}
