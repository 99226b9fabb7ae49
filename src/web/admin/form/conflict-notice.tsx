import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { Notice } from '~/web/admin/ui/notice';

/** Notice that the record has changed since it was opened. Offers to overwrite or reload. */
export function ConflictNotice(props: {
  onSaveMine(): void;
  onShowTheirs(): void;
  /**
   * True while the form is being saved; undefined for forms that save automatically, so that the field keeps the focus
   * while the user types.
   */
  isSaving?: boolean;
}) {
  const { onSaveMine, onShowTheirs, isSaving } = props;
  const notice = useRef<HTMLDivElement>(null);
  // Focuses the notice, because the button lost the focus while it was disabled, and may be far away.
  useEffect(() => {
    if (isSaving !== false) return;
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaving]);
  return (
    <Notice tone="wait" title="Another admin changed this record" isNew ref={notice}>
      <Text fz="sm" mb="sm">
        Your changes are still here. Overwrite their version, or load theirs and discard your
        changes.
      </Text>
      <Group gap="xs">
        <Button size="xs" disabled={isSaving === true} onClick={onSaveMine}>
          Overwrite
        </Button>
        <Button size="xs" variant="default" disabled={isSaving === true} onClick={onShowTheirs}>
          Load theirs
        </Button>
      </Group>
    </Notice>
  );
}
