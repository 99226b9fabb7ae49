import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

/** Button with a confirmation, in which a second button runs the action and another one cancels. */
export function ConfirmButton(props: {
  label: string;
  /** Accessible label that contains the object of the action. */
  name?: string;
  /** Label of the button that runs the action. */
  confirm: string;
  /** Information that is shown before the action. */
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
