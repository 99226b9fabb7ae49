import frame from '~/blocks/block.module.css';
import type { BlockProps } from '~/blocks/block-props';
import { Figures } from '~/web/shell/figures';
import styles from './view.module.css';

export function ClaimsView({ block }: BlockProps<'claims'>) {
  return (
    <div className={frame.block}>
      <Figures keys={block.keys} className={styles.figures} itemClassName={styles.figure} />
    </div>
  );
}
