import { Button, Group, Text } from '@mantine/core';

import { Notice } from '~/web/admin/ui/notice';

/** Tells whoever saves something that it is not what they opened any more, and lets them choose. */
export function ConflictNotice(props: { onSaveMine(): void; onShowTheirs(): void }) {
  return (
    <Notice tone="wait" title="Somebody changed this meanwhile" isNew>
      <Text fz="sm" mb="sm">
        What you typed is still here. Save it over theirs, or look at theirs first: then what you
        typed is dropped.
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={props.onSaveMine}>
          Save mine
        </Button>
        <Button size="xs" variant="default" onClick={props.onShowTheirs}>
          Show theirs
        </Button>
      </Group>
    </Notice>
  );
}
