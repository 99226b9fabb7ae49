import { Group, Stack } from '@mantine/core';

import { IconAction } from '~/web/admin/ui/icon-action';
import { IconArrowDown, IconArrowUp, IconX } from '~/web/ui/icons';

/** Buttons that move or remove a row of a form's list. */
export function RowTools<Row>(props: {
  /** Name of one row, such as 'feature'. */
  noun: string;
  index: number;
  rows: Row[];
  /** True if the last row cannot be removed. */
  keepsLast?: boolean;
  /** True to stack the buttons, next to a row of several fields. */
  isUpright?: boolean;
  onChange(rows: Row[]): void;
}) {
  const { noun, index, rows, keepsLast = false, isUpright = false, onChange } = props;
  const name = `${noun} ${index + 1}`;
  const move = (to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(index, 1));
    onChange(next);
  };
  const Line = isUpright ? Stack : Group;
  return (
    <Line gap={2} {...(!isUpright && { wrap: 'nowrap' as const })}>
      <IconAction label={`Move ${name} up`} disabled={index === 0} onClick={() => move(index - 1)}>
        <IconArrowUp size={16} aria-hidden />
      </IconAction>
      <IconAction
        label={`Move ${name} down`}
        disabled={index === rows.length - 1}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </IconAction>
      <IconAction
        label={`Remove ${name}`}
        disabled={keepsLast && rows.length === 1}
        onClick={() => onChange(rows.filter((_, at) => at !== index))}
      >
        <IconX size={16} aria-hidden />
      </IconAction>
    </Line>
  );
}
