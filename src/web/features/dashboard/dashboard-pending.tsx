import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-dashboard.module.css';

const placeholders = ['1', '2', '3', '4', '5'];

export function DashboardPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <h1 className={styles.title}>Dashboard</h1>
      <p className="visually-hidden" role="status">
        Loading dashboard
      </p>
      <NeedsScripts what="Your dashboard" />
      <div className={styles.columns}>
        <Skeleton height="6rem" />
        <div className={styles.rows}>
          {placeholders.map((key) => (
            <Skeleton key={key} height="3.25rem" />
          ))}
        </div>
      </div>
    </div>
  );
}
