import { formatDate } from '~/web/lib/dates';
import styles from './custom-page.module.css';

/** Notice above a page that is shown by its preview link. */
export function DraftNotice({ updatedAt }: { updatedAt: string }) {
  return (
    <p className={styles.draft} role="note">
      <span className="wrap">
        <b>Draft, not public.</b> This page is shown by its private link alone, as of{' '}
        {formatDate(updatedAt)}.
      </span>
    </p>
  );
}
