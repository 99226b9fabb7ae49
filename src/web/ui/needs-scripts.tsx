import styles from './needs-scripts.module.css';

/** Notice for browsers without JavaScript. */
export function NeedsScripts({ what }: { what: string }) {
  return (
    <noscript>
      <p className={styles.note}>
        {what} needs JavaScript. Please turn it on and reload this page, or{' '}
        <a href="/contact">contact us another way</a>.
      </p>
    </noscript>
  );
}
