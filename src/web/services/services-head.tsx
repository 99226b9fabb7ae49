import styles from './page-services.module.css';

export function ServicesHead() {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>Services and prices</h1>
      <p className={styles.lead}>
        Each one has a price it starts at, a time it takes and a list of what you hold at the end.
        If yours is not here, ask; most projects are a little of two.
      </p>
    </header>
  );
}
