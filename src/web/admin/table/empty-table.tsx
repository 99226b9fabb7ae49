import { Button, Stack, Text } from '@mantine/core';

import { useListSearch } from '~/web/lib/use-list-search';

/** Where a list has nothing to show: what that means, and the way back to all of it. */
export function EmptyTable({ isEmpty, text }: { isEmpty: boolean; text: string }) {
  const { isFiltered, showAll } = useListSearch();
  // The table keeps its place for this, unseen, while it has rows.
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
