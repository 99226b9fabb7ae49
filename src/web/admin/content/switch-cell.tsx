import { Switch } from '@mantine/core';

import { useMayChange } from '~/web/admin/form/read-only';

/** Switch that saves a flag immediately. Disabled for deleted rows, and for admins without permission. */
export function SwitchCell(props: {
  /** Label in the form of a sentence, such as 'Brand Kit is featured'. */
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
