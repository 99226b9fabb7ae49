import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

import { IconAction } from '~/web/admin/ui/icon-action';

/** Deletes or restores without a confirmation, since each undoes the other. */
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
