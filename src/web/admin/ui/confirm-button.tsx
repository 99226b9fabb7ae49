import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

/** A button that asks before it acts: the second button says what happens, beside one that cancels. */
export function ConfirmButton(props: {
  label: string;
  /** What is meant, for those who hear the label without what stands around it. */
  name?: string;
  /** On the button that acts. */
  confirm: string;
  /** What else is to be known before. */
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
