import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import { WorkGrid } from '~/web/features/home/work-grid';

export function WorkView({ block }: BlockProps<'work'>) {
  return (
    <BlockSection title={block.title}>
      <div className="wrap">
        <WorkGrid items={block.items} />
      </div>
    </BlockSection>
  );
}
