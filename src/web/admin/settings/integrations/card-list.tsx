import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

import { Loaded } from '~/web/admin/ui/record-drawer';
import { IconPlus } from '~/web/ui/icons';

/** A list of cards with a title. The button that adds one is next to the title or in the empty list. */
export function CardList<Row>(props: {
  title: string;
  hint: ReactNode;
  query: ComponentProps<typeof Loaded<Row[]>>['query'];
  emptyText: string;
  addLabel: string;
  onAdd(): void;
  children(row: Row): ReactNode;
}) {
  const { title, hint, query, emptyText, addLabel, onAdd, children } = props;
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
      {addLabel}
    </Button>
  );
  return (
    <>
      <Group justify="space-between">
        <div>
          <Title order={2}>{title}</Title>
          <Text c="dimmed" fz="sm">
            {hint}
          </Text>
        </div>
        {query.data && query.data.length > 0 && addButton}
      </Group>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Stack gap="sm" align="center" className="table-empty">
              <Text c="dimmed">{emptyText}</Text>
              {addButton}
            </Stack>
          ) : (
            rows.map(children)
          )
        }
      </Loaded>
    </>
  );
}
