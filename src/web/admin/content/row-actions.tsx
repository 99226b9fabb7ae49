import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

import { IconAction } from '~/web/admin/ui/icon-action';

/** Into the trash and out of it; neither asks, since each undoes the other. */
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
