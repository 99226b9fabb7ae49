import { Button, Chip, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';

import { overlappingFilters, searchMax } from '~/contract/common/paging';
import { statusLabel } from '~/contract/common/statuses';
import { searchField } from '~/web/admin/shell/search-field';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useListSearch } from '~/web/lib/use-list-search';
import { IconDownload, IconSearch } from '~/web/ui/icons';
import { countInWords } from './pager';

const searchAfterMs = 300;

/** Filters whose counts are not added to that of 'All': their rows also have another status, or are only listed on request. */
const apart: ReadonlySet<string> = new Set([...overlappingFilters, 'trash']);

/** Search, filters and export of a list. Their state is stored in the URL. */
export function TableToolbar(props: {
  searchLabel: string;
  statuses: readonly string[];
  counts: Record<string, number> | undefined;
  countMax?: number | undefined;
  csv?: string | undefined;
  filters?: ReactNode;
}) {
  const { sort, from, to } = useAdminSearch();
  const { search, status, setSearch, setStatus } = useListSearch();
  const [typed, setTyped] = useState(search);
  const seek = useDebouncedCallback((text: string) => setSearch(text, true), searchAfterMs);

  // Using Back or a shared link changes the search from outside.
  useEffect(() => {
    setTyped((before) => (before.trim() === search ? before : search));
  }, [search]);

  const query = new URLSearchParams(
    Object.entries({ search, status, sort, from, to }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    ),
  );
  const counts = props.counts ?? {};
  const [isWhole, setWhole] = useState(false);
  // Filters without rows are hidden, except the selected one.
  const hasRows = (one: string) => !props.counts || (counts[one] ?? 0) > 0 || one === status;
  const shown = isWhole ? props.statuses : props.statuses.filter(hasRows);
  const all = Object.entries(counts).reduce(
    (sum, [one, count]) => (apart.has(one) ? sum : sum + count),
    0,
  );
  return (
    <div className="table-toolbar">
      <TextInput
        ref={searchField}
        type="search"
        aria-label={props.searchLabel}
        placeholder={props.searchLabel}
        value={typed}
        maxLength={searchMax}
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          seek(event.currentTarget.value);
        }}
      />
      {props.csv && (
        <Button
          component="a"
          href={`/api/admin/export/${props.csv}.csv?${query}`}
          download
          size="xs"
          variant="default"
          className="table-export"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          CSV
        </Button>
      )}
      {props.statuses.length > 0 && (
        <Chip.Group value={status ?? ''} onChange={(value) => setStatus(String(value))}>
          <Group gap={6} role="group" aria-label="Filter by status" className="table-filter">
            <Chip value="" size="xs" variant="light">
              All {props.counts ? countInWords(all, props.countMax) : ''}
            </Chip>
            {shown.map((one) => (
              <Chip key={one} value={one} size="xs" variant="light">
                {statusLabel(one)} {props.counts && countInWords(counts[one] ?? 0, props.countMax)}
              </Chip>
            ))}
            {shown.length < props.statuses.length && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label="More filters"
                onClick={() => setWhole(true)}
              >
                More
              </Button>
            )}
          </Group>
        </Chip.Group>
      )}
      {props.filters}
    </div>
  );
}
