import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** What the router says of somebody who is about to leave. */
interface Leaving {
  status: 'idle' | 'blocked';
  proceed?: (() => void) | undefined;
  reset?: (() => void) | undefined;
}

/** Asks before changes that were not saved would be lost. */
export function LeaveGuard({ leaving }: { leaving: Leaving }) {
  return (
    <Modal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title="Leave without saving?"
      centered
      zIndex={400}
    >
      <Text fz="sm" mb="md">
        What you changed here has not been saved.
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

/** The same for a field that is sent on its own, such as a reply, while something stands in it. */
export function TypedGuard({ typed }: { typed: string }) {
  const isTyped = typed.trim() !== '';
  const leaving = useBlocker({
    shouldBlockFn: () => isTyped,
    enableBeforeUnload: () => isTyped,
    withResolver: true,
  });
  return <LeaveGuard leaving={leaving} />;
}
