import { adminSkeletons } from '~/contract/dashboard/dashboard';
import { Skeleton } from '~/web/ui/skeleton';
import styles from './admin-pending.module.css';

/** Placeholder of the panel while it is loading. */
export function AdminPending() {
  return (
    <div className={styles.page} role="status" aria-label="Loading">
      {Array.from({ length: adminSkeletons }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
        <Skeleton key={index} height="9rem" />
      ))}
    </div>
  );
}
