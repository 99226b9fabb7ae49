import styles from './page-portfolio.module.css';

export function PortfolioHead({ isEmpty = false }: { isEmpty?: boolean }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>Work, and what came of it</h1>
      {!isEmpty && (
        <p className={styles.lead}>
          Each of these began with something that did not work. You can read what it was, what we
          did about it, and what changed, in figures the client has checked.
        </p>
      )}
    </header>
  );
}
