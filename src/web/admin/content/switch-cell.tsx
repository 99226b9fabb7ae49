import { Switch } from '@mantine/core';

import { useMayChange } from '~/web/admin/form/read-only';

/** A switch that saves a flag immediately; disabled for deleted records, and for admins without permission. */
export function SwitchCell(props: {
  /** A sentence, such as 'Brand Kit is featured'. */
  label: string;
  checked: boolean;
  isTrashed: boolean;
  onChange(checked: boolean): void;
}) {
  const { label, checked, isTrashed, onChange } = props;
  const mayChange = useMayChange();
  return (
    <Switch
      aria-label={label}
      checked={checked}
      disabled={isTrashed || !mayChange}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
