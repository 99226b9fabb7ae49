import type { ReactNode } from 'react';

import type { Tone } from '~/contract/common/statuses';
import { focusNow } from './focus-now';
import styles from './result-note.module.css';
import './tones.css';

/**
 * Result of an action, shown in place of the control that started the action. Gets the focus, which
 * that control had.
 */
export function ResultNote(props: { title: string; tone?: Tone; children?: ReactNode }) {
  const { title, tone = 'good', children } = props;
  return (
    <div className={styles.note} data-tone={tone} role="status" tabIndex={-1} ref={focusNow}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
