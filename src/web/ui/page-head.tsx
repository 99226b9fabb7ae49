import type { ReactNode } from 'react';

import styles from './page-head.module.css';

/** Shows the title and lead of a page. */
export function PageHead({ title, lead }: { title: string; lead?: ReactNode | undefined }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </header>
  );
}
