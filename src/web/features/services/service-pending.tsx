import { Skeleton } from '~/web/ui/skeleton';
import styles from './service-hero.module.css';

export function ServicePending() {
  return (
    <div className={`wrap ${styles.hero}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading service
      </p>
      <div className={styles.words}>
        <Skeleton width="10rem" height="1.5rem" />
        <br />
        <Skeleton height="9rem" />
        <br />
        <Skeleton width="80%" height="4rem" />
      </div>
      <Skeleton height="22rem" />
    </div>
  );
}
