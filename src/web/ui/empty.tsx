import type { ReactNode } from 'react';

import type { FlightSceneKind } from '~/contract/common/flight-scenes';
import styles from './empty.module.css';
import { FlightScene } from './flight-scene';

/** In the place of a list that has nothing to show: a drawing, the words, and the way on. */
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
