import type { ReactNode } from 'react';

import type { FlightSceneKind } from '~/contract/common/flight-scenes';
import styles from './empty.module.css';
import { FlightScene } from './flight-scene';

/** Empty state of a list: a drawing, the text, and an action. */
export function Empty({
  scene = 'perch',
  children,
}: {
  scene?: FlightSceneKind;
  children: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <FlightScene kind={scene} className={styles.scene} />
      <div className={styles.words}>{children}</div>
    </div>
  );
}
