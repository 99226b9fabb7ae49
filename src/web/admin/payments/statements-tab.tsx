import { Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import { type EntryState, entryStates } from '~/contract/bank/bank';
import type { BankEntry } from '~/contract/bank/bank-schema';
import { searchMax } from '~/contract/common/paging';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Pager } from '~/web/admin/table/pager';
import { untilItComes } from '~/web/admin/table/use-list-request';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { TabSwitch } from '~/web/admin/ui/tab-switch';
import { useQuery } from '~/web/lib/queries';
import './bank.css';
import { EntryCard } from './entry-card';
import { ImportStatement } from './import-statement';
import { ImportedFiles } from './imported-files';

const pageSize = 25;
const searchAfterMs = 300;

/** Lists of entries by status, and of imported files. */
const tabs = [...entryStates, 'files'] as const;
const labels: Record<(typeof tabs)[number], string> = {
  proposed: 'To match',
  booked: 'Matched',
  ignored: 'Skipped',
  files: 'Files',
};

const empty: Record<EntryState, string> = {
  proposed: 'Nothing to match. Import a statement to see incoming payments.',
  booked: 'No matched entries yet.',
  ignored: 'No skipped entries.',
};

export const entriesRequestOf = ({ status, search, page }: AdminSearch) => ({
  status: entryStates.find((one) => one === status) ?? 'proposed',
  search,
  page,
  pageSize,
});

interface Query {
  data: { rows: BankEntry[]; total: number } | undefined;
  error: unknown;
  refetch(): Promise<unknown>;
}

/** Tab for bank statements: import them, and book each entry as payments of invoices. */
export function StatementsTab() {
  const { api } = useRouter().options.context;
  const { change, ...shown } = useAdminSearch();
  const mayImport = useCan()('invoices.write');
  const isOfFiles = shown.status === 'files';
  const request = entriesRequestOf(isOfFiles ? {} : shown);
  const tab = isOfFiles ? 'files' : request.status;
  const query = useQuery(api.admin.bank.entries.queryOptions(request, untilItComes));
  const [typed, setTyped] = useState(request.search ?? '');
  const seek = useDebouncedCallback(
    (text: string) => void change({ search: text.trim() || undefined, page: undefined }),
    searchAfterMs,
  );
  return (
    <>
      {mayImport && <ImportStatement />}
      <div className="bank-filter">
        <TabSwitch
          tabs={tabs}
          labels={labels}
          counts={query.data?.counts ?? {}}
          value={tab}
          onChange={(next) =>
            void change({ status: next === 'proposed' ? undefined : next, page: undefined })
          }
        />
        {tab !== 'files' && (
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
        )}
      </div>
      {tab === 'files' ? (
        <ImportedFiles />
      ) : (
        <Entries query={query} none={request.search ? 'No entries found.' : empty[tab]} />
      )}
    </>
  );
}

function Entries({ query, none }: { query: Query; none: string }) {
  if (query.error) return <FailedQuery error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <Skeleton height={160} />;
  const { rows, total } = query.data;
  if (rows.length === 0) {
    return (
      <Text c="dimmed" py="xl">
        {none}
      </Text>
    );
  }
  return (
    <>
      <Stack component="ol" gap="sm" className="bank-entries" aria-label="Entries">
        {rows.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </Stack>
      <Pager total={total} size={pageSize} />
    </>
  );
}
