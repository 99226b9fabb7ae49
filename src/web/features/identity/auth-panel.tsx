import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { FlightSceneKind } from '~/contract/common/flight-scenes';
import { FlightScene } from '~/web/ui/flight-scene';
import styles from './auth-panel.module.css';
import { useOwnWindow } from './use-own-window';

/** One narrow column with title, lead and form of a step. A drawing is above it or, on a wide screen, beside it. */
export function AuthPanel(props: {
  title: string;
  lead: ReactNode;
  /** Drawing; 'hover' while the client waits for something, such as a code. */
  scene?: FlightSceneKind;
  children: ReactNode;
}) {
  const { scene = 'aloft' } = props;
  useOwnWindow();
  return (
    <div className={`wrap ${styles.place}`}>
      <FlightScene kind={scene} className={styles.scene} />
      <div className={styles.panel}>
        <h1 className={styles.title}>{props.title}</h1>
        <p className={styles.lead}>{props.lead}</p>
        {props.children}
      </div>
    </div>
  );
}

/** A separate short line, because a link after a long text would move when the web font is loaded. */
export function AcceptTerms() {
  return (
    <p className={styles.small}>
      Our <Link to="/terms">terms</Link> and <Link to="/privacy">privacy policy</Link> apply.
    </p>
  );
}
