import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-receipt.module.css';

export function ReceiptPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <h1 className={styles.title}>Receipt</h1>
      <p className="visually-hidden" role="status">
        Loading receipt
      </p>
      <Skeleton height="24rem" />
    </div>
  );
}
