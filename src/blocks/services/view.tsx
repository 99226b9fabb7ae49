import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import { ServiceRows } from '~/web/features/home/service-rows';

export function ServicesView({ block }: BlockProps<'services'>) {
  return (
    <BlockSection title={block.title}>
      <div className="wrap">
        <ServiceRows services={block.services} />
      </div>
    </BlockSection>
  );
}
