import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-account.module.css';

export function AccountPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <h1 className={styles.title}>Your account</h1>
      <p className="visually-hidden" role="status">
        Loading account
      </p>
      <NeedsScripts what="Your account" />
      <div className={styles.parts}>
        <Skeleton height="14rem" />
        <Skeleton height="10rem" />
      </div>
    </div>
  );
}
