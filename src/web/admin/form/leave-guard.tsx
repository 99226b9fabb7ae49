import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Blocks navigation and closing the tab while there are unsaved changes.
 *
 * @param isStored true if the changes are stored beyond the tab, which can then be closed
 */
export function useUnsaved(isUnsaved: () => boolean, isStored = () => false): Leaving {
  return useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: () => isUnsaved() && !isStored(),
    withResolver: true,
  });
}

/** The router's state of a blocked navigation. */
interface Leaving {
  status: 'idle' | 'blocked';
  proceed?: (() => void) | undefined;
  reset?: (() => void) | undefined;
}

/** Confirms before unsaved changes are discarded. */
export function LeaveGuard({ leaving }: { leaving: Leaving }) {
  const isBlocked = leaving.status === 'blocked';
  const [isAsking, setAsking] = useState(false);

  // Opens the dialog in a separate task. Otherwise, the key press that started the navigation would
  // close the dialog.
  useEffect(() => {
    const timer = setTimeout(() => setAsking(isBlocked));
    return () => clearTimeout(timer);
  }, [isBlocked]);

  return (
    <Modal
      opened={isAsking}
      onClose={() => leaving.reset?.()}
      title="Leave without saving?"
      centered
      zIndex={400}
    >
      <Text fz="sm" mb="md">
        Your changes have not been saved.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
          Stay
        </Button>
        <Button color="red" onClick={() => leaving.proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}

/** Blocks navigation for a single field, such as a reply, while it is not empty. */
export function TypedGuard({ typed }: { typed: string }) {
  return <LeaveGuard leaving={useUnsaved(() => typed.trim() !== '')} />;
}
