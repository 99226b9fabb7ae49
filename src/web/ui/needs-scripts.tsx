import styles from './needs-scripts.module.css';

/** A notice for browsers without JavaScript. */
export function NeedsScripts({ what }: { what: string }) {
  return (
    <noscript>
      <p className={styles.note}>
        {what} needs JavaScript. Please switch it on and load this page again, or{' '}
        <a href="/contact">reach us another way</a>.
      </p>
    </noscript>
  );
}
