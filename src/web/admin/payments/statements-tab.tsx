import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import { type EntryState, entryStates } from '~/contract/bank/bank';
import { searchMax } from '~/contract/common/paging';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Pager } from '~/web/admin/table/pager';
import { untilItComes } from '~/web/admin/table/use-list-request';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { ViewSwitch } from '~/web/admin/ui/view-switch';
import { useQuery } from '~/web/lib/queries';
import './bank.css';
import { EntryCard } from './entry-card';
import { ImportStatement } from './import-statement';

const pageSize = 25;
const searchAfterMs = 300;

const labels: Record<EntryState, string> = {
  proposed: 'To book',
  booked: 'Booked',
  ignored: 'Ignored',
};

const empty: Record<EntryState, string> = {
  proposed: 'Nothing waits. Import a statement to see what came in.',
  booked: 'Nothing is booked from a statement yet.',
  ignored: 'Nothing is ignored.',
};

export const entriesRequestOf = ({ status, search, page }: AdminSearch) => ({
  status: entryStates.find((one) => one === status) ?? 'proposed',
  search,
  page,
  pageSize,
});

/** Statements of the agency's bank: imported, and entry by entry booked as payments of invoices. */
export function StatementsTab() {
  const { api } = useRouter().options.context;
  const { change, ...shown } = useAdminSearch();
  const mayImport = useCan()('invoices.write');
  const request = entriesRequestOf(shown);
  const query = useQuery(api.admin.bank.entries.queryOptions(request, untilItComes));
  const [typed, setTyped] = useState(request.search ?? '');
  const seek = useDebouncedCallback(
    (text: string) => void change({ search: text.trim() || undefined, page: undefined }),
    searchAfterMs,
  );
  const rows = query.data?.rows;
  return (
    <>
      {mayImport && <ImportStatement />}
      <div className="bank-filter">
        <ViewSwitch
          views={entryStates}
          labels={labels}
          counts={query.data?.counts ?? {}}
          value={request.status}
          onChange={(view) =>
            void change({ status: view === 'proposed' ? undefined : view, page: undefined })
          }
        />
        <TextInput
          type="search"
          aria-label="Search entries"
          placeholder="Search entries"
          maxLength={searchMax}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            seek(event.currentTarget.value);
          }}
        />
      </div>
      {query.error ? <FailedQuery error={query.error} onRetry={query.refetch} /> : null}
      {!rows && !query.error && <Skeleton height={160} />}
      {rows?.length === 0 && (
        <Text c="dimmed" py="xl">
          {request.search ? 'No entry fits your search.' : empty[request.status]}
        </Text>
      )}
      {rows && rows.length > 0 && (
        <Stack component="ol" gap="sm" className="bank-entries" aria-label="Entries">
          {rows.map((entry) => (
            <EntryCard key={entry.id} entry={entry} />
          ))}
        </Stack>
      )}
      {query.data && <Pager total={query.data.total} size={pageSize} />}
    </>
  );
}
