import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-about.module.css';

export function AboutPending() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading page
      </p>
      <div className={`wrap ${styles.head}`}>
        <Skeleton height="clamp(6rem, 14vw, 12rem)" />
        <Skeleton height="6rem" />
      </div>
      <div className="wrap">
        <Skeleton height="9rem" />
        <br />
        <Skeleton height="24rem" />
      </div>
    </div>
  );
}
