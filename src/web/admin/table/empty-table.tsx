import { Button, Stack, Text } from '@mantine/core';

import { useListSearch } from '~/web/lib/use-list-search';

/** Empty state of a table, with a button that clears the filters. */
export function EmptyTable({ isEmpty, text }: { isEmpty: boolean; text: string }) {
  const { isFiltered, showAll } = useListSearch();
  // The table renders this component hidden while it has rows.
  if (!isEmpty) return null;
  return (
    <Stack gap="sm" align="center" className="table-empty">
      <Text c="dimmed">{text}</Text>
      {isFiltered && (
        <Button size="xs" variant="default" onClick={() => void showAll()}>
          Show all
        </Button>
      )}
    </Stack>
  );
}
