import { Button, Stack, Text } from '@mantine/core';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';

/** Where a list has nothing to show: what that means, and the way back to all of it. */
export function EmptyTable({ isEmpty, text }: { isEmpty: boolean; text: string }) {
  const { search, status, change } = useAdminSearch();
  // The table keeps its place for this, unseen, while it has rows.
  if (!isEmpty) return null;
  const isFiltered = search !== undefined || status !== undefined;
  return (
    <Stack gap="sm" align="center" className="table-empty">
      <Text c="dimmed">{text}</Text>
      {isFiltered && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void change({ search: undefined, status: undefined, page: undefined })}
        >
          Show all
        </Button>
      )}
    </Stack>
  );
}
