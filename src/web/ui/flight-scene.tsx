import type { FlightSceneKind } from '~/contract/common/flight-scenes';
import { LateSvg } from './flight-mark-svg';
import styles from './flight-scene.module.css';

/** Decorative drawing on a page with little content. The text beside it has the same meaning. */
export function FlightScene({
  kind,
  className,
}: {
  kind: FlightSceneKind;
  className?: string | undefined;
}) {
  return (
    <LateSvg
      key={kind}
      draw={({ flightScenes }) => flightScenes[kind]}
      viewBox="0 0 320 160"
      fill="none"
      className={className ? `${styles.scene} ${className}` : styles.scene}
    />
  );
}
