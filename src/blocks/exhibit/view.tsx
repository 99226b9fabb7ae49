import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import { ExhibitDrawing } from '~/web/content/exhibits/exhibit';
import styles from './view.module.css';

export function ExhibitBlockView({ block }: BlockProps<'exhibit'>) {
  return (
    <BlockSection title={block.title}>
      <div className="wrap">
        <div className={styles.plate}>
          <ExhibitDrawing exhibit={block.exhibit} />
        </div>
      </div>
    </BlockSection>
  );
}
