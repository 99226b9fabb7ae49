import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function SectionHead(props: { title: string; note?: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      <div>
        <Title order={1}>{props.title}</Title>
        {props.note && (
          <Text c="dimmed" fz="sm" mt={4}>
            {props.note}
          </Text>
        )}
      </div>
      {props.children && <Group gap="xs">{props.children}</Group>}
    </Group>
  );
}
