import { Button, Group, Text } from '@mantine/core';

import { useListSearch } from '~/web/lib/use-list-search';
import { IconChevronLeft, IconChevronRight } from '~/web/ui/icons';

/** Formats a count, which the server limits to a maximum. */
export const countInWords = (count: number, max = Number.POSITIVE_INFINITY): string =>
  count > max ? `${max.toLocaleString('en-US')}+` : String(count);

/**
 * Links to the previous and next page of a list. Renders nothing for a single page.
 *
 * @param props.countMax a larger total is shown as "more than" this number
 */
export function Pager(props: { total: number; size: number; countMax?: number | undefined }) {
  const { total, size, countMax } = props;
  const { page, setPage } = useListSearch();
  const pages = Math.ceil(total / size);
  if (pages <= 1) return null;
  const from = (page - 1) * size + 1;
  return (
    <Group justify="space-between" className="pager">
      <Text c="dimmed" fz="sm">
        {from}–{Math.min(total, from + size - 1)} of {countInWords(total, countMax)}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={page <= 1}
          onClick={() => void setPage(page - 1)}
        >
          Previous
        </Button>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={page >= pages}
          onClick={() => void setPage(page + 1)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
