import { Switch } from '@mantine/core';

/** A switch that saves a flag at once; disabled for deleted records. */
export function SwitchCell(props: {
  /** A sentence, such as 'Brand Kit is featured'. */
  label: string;
  checked: boolean;
  isTrashed: boolean;
  onChange(checked: boolean): void;
}) {
  const { label, checked, isTrashed, onChange } = props;
  return (
    <Switch
      aria-label={label}
      checked={checked}
      disabled={isTrashed}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
