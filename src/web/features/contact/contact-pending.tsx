import { Skeleton } from '~/web/ui/skeleton';
import { ContactHead } from './contact-head';
import styles from './page-contact.module.css';

export function ContactPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <ContactHead />
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className={styles.grid}>
        <Skeleton height="38rem" />
        <Skeleton height="24rem" />
      </div>
    </div>
  );
}
