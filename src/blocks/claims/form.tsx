import { MultiSelect } from '@mantine/core';

import type { BlockFormProps } from '~/blocks/block-form';
import { type ClaimKey, claimKeys } from '~/contract/settings/settings';
import { useSettings } from '~/web/shell/settings';

export function ClaimsForm({ block, errorOf, onChange }: BlockFormProps<'claims'>) {
  const { claims } = useSettings();
  return (
    <MultiSelect
      label="Stats, in this order"
      description="Edit the values under Built-in pages."
      data={claimKeys.map((key) => ({
        value: key,
        label: `${claims[key].label} (${claims[key].value || 'without a value'})`,
      }))}
      value={block.keys}
      error={errorOf('keys')}
      onChange={(keys) => onChange({ ...block, keys: keys as ClaimKey[] })}
    />
  );
}
