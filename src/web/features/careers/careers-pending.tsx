import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-careers.module.css';

export function CareersPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <Skeleton width="60%" height="5rem" />
      <div className={styles.positions}>
        <Skeleton height="16rem" />
      </div>
    </div>
  );
}
