import { Button, Group, Text } from '@mantine/core';

import { Notice } from '~/web/admin/ui/notice';

/** Says that the record has changed since it was opened, and lets the admin choose. */
export function ConflictNotice(props: { onSaveMine(): void; onShowTheirs(): void }) {
  return (
    <Notice tone="wait" title="Another admin changed this meanwhile" isNew>
      <Text fz="sm" mb="sm">
        What you typed is still here. Save it over their version, or load theirs, which discards
        what you typed.
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
