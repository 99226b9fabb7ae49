import { useState } from 'react';

import styles from './sandbox-card.module.css';

/** What can be entered in the sandbox, and what it does: a click fills it in. */
export function SandboxTestData(props: {
  title: string;
  rows: readonly { number: string; does: string }[];
  onChoose(number: string): void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{props.title}</summary>
      <ul className={styles.list}>
        {props.rows.map(({ number, does }) => (
          <li key={number}>
            <button type="button" className={styles.fill} onClick={() => props.onChoose(number)}>
              {number}
            </button>{' '}
            {does}
          </li>
        ))}
      </ul>
    </details>
  );
}
