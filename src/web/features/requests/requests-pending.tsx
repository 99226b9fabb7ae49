import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';

const placeholders = ['1', '2', '3', '4', '5', '6'];

/** Stands for each of the pages about requests while it is on its way. */
export function RequestsPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <h1 className={styles.title}>Service requests</h1>
      <p className="visually-hidden" role="status">
        Loading requests
      </p>
      <NeedsScripts what="Your dashboard" />
      <div className={styles.rows}>
        {placeholders.map((key) => (
          <Skeleton key={key} height="3.25rem" />
        ))}
      </div>
    </div>
  );
}
