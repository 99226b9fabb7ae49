import type { ReactNode } from 'react';

import { FlightMark } from './flight-mark-svg';
import styles from './notice.module.css';

/** Centered card with a problem and a way to continue. */
export function Notice({
  title,
  text,
  isFailure,
  children,
}: {
  title: string;
  text: string;
  /** True to announce the notice when it appears, because it replaces the expected page. */
  isFailure?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={`wrap ${styles.place}`}>
      <div className={styles.card} role={isFailure ? 'alert' : undefined}>
        <FlightMark seed={title} kind="emblem" className={styles.mark} />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  );
}
