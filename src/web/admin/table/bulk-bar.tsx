import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The bulk actions for the selected rows. */
export function BulkBar(props: { count: number; onClear(): void; children: ReactNode }) {
  return (
    <Paper withBorder p="xs" role="region" aria-label="Chosen rows">
      <Group justify="space-between" gap="xs">
        <Text fz="sm" fw={600} aria-live="polite">
          {props.count} chosen
        </Text>
        <Group gap="xs">
          {props.children}
          <Button size="xs" variant="subtle" color="gray" onClick={props.onClear}>
            Clear
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
