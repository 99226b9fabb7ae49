import { Skeleton } from '~/web/ui/skeleton';
import styles from './item-hero.module.css';

export function ItemPending() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading project
      </p>
      <div className={`wrap ${styles.hero}`}>
        <div className={styles.words}>
          <Skeleton width="12rem" height="1.5rem" />
          <br />
          <Skeleton height="9rem" />
          <br />
          <Skeleton width="80%" height="5rem" />
        </div>
        <Skeleton height="14rem" />
      </div>
      <div className="wrap">
        <Skeleton height="clamp(14rem, 44vw, 34rem)" />
      </div>
    </div>
  );
}
