import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';

const placeholders = ['1', '2', '3', '4', '5', '6'];

/** Placeholder for a list of the client area, and for its records, while they are loading. */
export function ListPending({ title, rows }: { title: string; rows: string }) {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <h1 className={styles.title}>{title}</h1>
      <p className="visually-hidden" role="status">
        Loading {rows}
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
