import { ActionIcon, Group, NativeSelect } from '@mantine/core';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { IconArrowDown, IconArrowUp } from '~/web/ui/icons';

/** Select that sorts a list without column headers. The order is stored in the URL. */
export function SortSelect({ options }: { options: { value: string; label: string }[] }) {
  const { sort = '', change } = useAdminSearch();
  if (options.length === 0) return null;
  const by = options.find(({ value }) => value === sort.replace(/^-/, ''))?.value ?? '';
  const isDescending = sort.startsWith('-');
  const sortBy = (next: string | undefined) => void change({ sort: next, page: undefined });
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Group gap={4} wrap="nowrap" className="record-sort">
      <NativeSelect
        aria-label="Sort by"
        value={by}
        data={[{ value: '', label: 'Default order' }, ...options]}
        onChange={({ currentTarget }) => sortBy(currentTarget.value || undefined)}
      />
      {by && (
        <ActionIcon
          size={44}
          variant="default"
          aria-label="Descending"
          aria-pressed={isDescending}
          onClick={() => sortBy(isDescending ? by : `-${by}`)}
        >
          <Arrow size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
