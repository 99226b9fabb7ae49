import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-subscribe.module.css';

export function SubscribePending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <h1 className={styles.title}>Setting up your subscription...</h1>
      <NeedsScripts what="Subscribing" />
      <div className={styles.parts} role="status" aria-label="Setting up your subscription">
        <Skeleton height="18rem" />
        <Skeleton height="22rem" />
      </div>
    </div>
  );
}
