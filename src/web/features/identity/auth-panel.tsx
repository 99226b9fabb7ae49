import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import styles from './auth-panel.module.css';
import { useOwnWindow } from './use-own-window';

/** One narrow column: title, lead and form of a step. */
export function AuthPanel(props: { title: string; lead: ReactNode; children: ReactNode }) {
  useOwnWindow();
  return (
    <div className={`wrap ${styles.place}`}>
      <div className={styles.panel}>
        <h1 className={styles.title}>{props.title}</h1>
        <p className={styles.lead}>{props.lead}</p>
        {props.children}
      </div>
    </div>
  );
}

/** A short line of its own: text far behind a link would move when the web font arrives. */
export function AcceptTerms() {
  return (
    <p className={styles.small}>
      Our <Link to="/terms">terms</Link> and <Link to="/privacy">privacy policy</Link> apply.
    </p>
  );
}
