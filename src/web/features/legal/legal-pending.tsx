import { Skeleton } from '~/web/ui/skeleton';
import styles from './legal.module.css';

export function LegalPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <Skeleton width="60%" height="5rem" />
      <div className={styles.columns}>
        <Skeleton height="14rem" />
        <Skeleton height="40rem" />
      </div>
    </div>
  );
}
