import type { BlockProps } from '~/blocks/block-props';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import styles from './view.module.css';

export function DividerView({ block }: BlockProps<'divider'>) {
  if (block.look === 'mark') {
    return (
      <div className={`wrap ${styles.mark}`} aria-hidden="true">
        <FlightMark seed="divider" kind="emblem" className={styles.emblem} />
      </div>
    );
  }
  return (
    <div className="wrap">
      <hr className={styles[block.look]} />
    </div>
  );
}
