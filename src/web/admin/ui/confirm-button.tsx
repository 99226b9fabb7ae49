import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

/** Button that asks for a confirmation before it runs an action. */
export function ConfirmButton(props: {
  label: string;
  /** Accessible name that also says what the action applies to. */
  name?: string;
  /** Label of the button that runs the action. */
  confirm: string;
  /** Text that is shown with the confirmation. */
  note?: string;
  size?: 'xs' | 'compact-xs';
  isPending: boolean;
  onConfirm(): void;
}) {
  const { confirm, isPending, label, name, note, onConfirm, size = 'xs' } = props;
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button size={size} variant="default" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      <Button
        size={size}
        color="red"
        variant="light"
        h="auto"
        mih={size === 'xs' ? 30 : 22}
        styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
        autoFocus
        loading={isPending}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
      <Button size={size} variant="default" onClick={() => setAsking(false)}>
        Cancel
      </Button>
      {note && (
        <Text c="dimmed" fz="sm">
          {note}
        </Text>
      )}
    </Group>
  );
}
