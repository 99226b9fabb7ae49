import { Select } from '@mantine/core';

import { statusLabel, toneOf } from '~/contract/common/statuses';

/** Select that saves a status immediately. All transitions are allowed. */
export function StatusSelect<Status extends string>(props: {
  label: string;
  status: Status;
  statuses: readonly Status[];
  disabled?: boolean;
  /** True to omit the visible label, for a table cell. */
  isBare?: boolean;
  /** Width of the select. By default, it is narrower in a table cell. */
  width?: string;
  onChange(status: Status): void;
}) {
  const { label, status, statuses, isBare } = props;
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      data={statuses.map((value) => ({ value, label: statusLabel(value) }))}
      value={status}
      aria-keyshortcuts="s"
      title={`${label} (press s)`}
      allowDeselect={false}
      disabled={props.disabled ?? false}
      size={isBare ? 'xs' : 'sm'}
      className="status-select"
      mod={{ tone: toneOf(status) }}
      w={props.width ?? (isBare ? 132 : 180)}
      comboboxProps={{ withinPortal: true }}
      onChange={(next) => {
        if (next && next !== status) props.onChange(next as Status);
      }}
    />
  );
}
