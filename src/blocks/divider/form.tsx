import { SegmentedControl } from '@mantine/core';

import type { BlockFormProps } from '~/blocks/block-form';

export function DividerForm({ block, onChange }: BlockFormProps<'divider'>) {
  return (
    <SegmentedControl
      aria-label="Style"
      data={[
        { value: 'line', label: 'Line' },
        { value: 'mark', label: 'Mark' },
        { value: 'space', label: 'Space' },
      ]}
      value={block.look}
      onChange={(look) => onChange({ ...block, look: look as typeof block.look })}
    />
  );
}
