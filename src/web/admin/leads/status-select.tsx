import { Select } from '@mantine/core';

import { statusLabel, toneOf } from '~/contract/common/statuses';

/** Sets a status at once: any can follow any. */
export function StatusSelect<Status extends string>(props: {
  label: string;
  status: Status;
  statuses: readonly Status[];
  disabled?: boolean;
  /** In a table's cell, where the column says what it is. */
  isBare?: boolean;
  onChange(status: Status): void;
}) {
  const { label, status, statuses, isBare } = props;
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      data={statuses.map((value) => ({ value, label: statusLabel(value) }))}
      value={status}
      allowDeselect={false}
      disabled={props.disabled ?? false}
      size={isBare ? 'xs' : 'sm'}
      className="status-select"
      mod={{ tone: toneOf(status) }}
      w={isBare ? 132 : 180}
      comboboxProps={{ withinPortal: true }}
      onChange={(next) => {
        if (next && next !== status) props.onChange(next as Status);
      }}
    />
  );
}
