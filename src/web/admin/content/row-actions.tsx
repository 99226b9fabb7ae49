import { Button } from '@mantine/core';

import { IconAction } from '~/web/admin/ui/icon-action';
import { IconTrash } from '~/web/ui/icons';

/** Buttons that delete or restore a row. There is no confirmation, because each button undoes the other. */
export function RowActions(props: {
  name: string;
  isTrashed: boolean;
  onRemove(): void;
  onRestore(): void;
}) {
  const { name, isTrashed, onRemove, onRestore } = props;
  if (isTrashed) {
    return (
      <Button size="xs" variant="light" aria-label={`Restore ${name}`} onClick={onRestore}>
        Restore
      </Button>
    );
  }
  return (
    <IconAction label={`Delete ${name}`} onClick={onRemove}>
      <IconTrash size={18} aria-hidden />
    </IconAction>
  );
}
