import { Stack, Text } from '@mantine/core';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import { type ReactNode, useEffect, useState } from 'react';

import type { Page } from '~/contract/common/paging';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { usePhone } from '~/web/admin/ui/use-phone';
import { useListSearch } from '~/web/lib/use-list-search';
import { BulkBar } from './bulk-bar';
import { EmptyTable } from './empty-table';
import { adminPageSizes, defaultAdminPageSize } from './page-sizes';
import { countInWords, Pager } from './pager';
import { type CardColumns, RecordCards } from './record-cards';
import { isRowClick } from './row-link';
import './table.css';
import { TableToolbar } from './table-toolbar';

/** The parts of a query result that the table uses. */
interface Loaded<Row> {
  data: Page<Row> | undefined;
  error: unknown;
  /** True if the rows are those of the previous query. */
  isPlaceholderData: boolean;
  refetch(): unknown;
}

export interface RecordsTableProps<Row> {
  page: Loaded<Row>;
  columns: DataTableColumn<Row>[];
  /** Statuses by which the list can be filtered. */
  statuses: readonly string[];
  /** Text of the empty state. */
  emptyText: string;
  searchLabel: string;
  /** Name of the CSV export, which contains all matching rows. */
  csv?: string;
  /** Returns the bulk actions for the selected rows. */
  bulk?: (ids: Row[], done: () => void) => ReactNode;
  /** Returns the name of a selected row, for the bulk actions. */
  chosenName?: (row: Row) => string;
  /** Other filters, below those by status. */
  filters?: ReactNode;
  /** Totals of the matching rows, shown above them. */
  summary?: ReactNode;
  /** Columns that a card on a phone shows. */
  card?: CardColumns;
  /** Maximum count. Larger counts are shown as "more than" this number. */
  countMax?: number;
}

/**
 * A table, or a list of cards on phones. The server sorts, filters, searches and pages the rows, and the state is in the
 * URL.
 */
export function RecordsTable<Row extends { id: number | string }>(props: RecordsTableProps<Row>) {
  const { page, columns, statuses, emptyText, bulk } = props;
  const { change, openRecord, sort, pageSize } = useAdminSearch();
  const { page: number, setPage } = useListSearch();
  const isPhone = usePhone();
  const [chosen, setChosen] = useState<Row[]>([]);
  const size = pageSize ?? defaultAdminPageSize;
  const { data, error, isPlaceholderData } = page;
  const total = data?.total ?? 0;
  const countText = (from: number, to: number) =>
    `${from}–${to} of ${countInWords(total, props.countMax)}`;
  // The rows fit on the smallest page, so there is no paging.
  const isPaged = total > (adminPageSizes[0] ?? 0);

  // Deselects rows that left the page, because only visible rows can be selected.
  useEffect(() => {
    const shown = new Map(data?.rows.map((row) => [row.id, row]));
    setChosen((before) => before.flatMap((row) => shown.get(row.id) ?? []));
  }, [data]);

  // Leaves a page past the end, after rows were removed.
  useEffect(() => {
    if (data && !isPlaceholderData && data.rows.length === 0 && number > 1) {
      void setPage(Math.ceil(data.total / size), true);
    }
  }, [data, isPlaceholderData, number, size, setPage]);

  const paging = isPaged
    ? {
        totalRecords: total,
        recordsPerPage: size,
        page: number,
        onPageChange: (next: number) => setPage(next),
        recordsPerPageOptions: adminPageSizes,
        onRecordsPerPageChange: (next: number) => change({ pageSize: next, page: undefined }),
        recordsPerPageLabel: 'Rows',
        paginationText: (shown: { from: number; to: number }) => countText(shown.from, shown.to),
        getPaginationControlProps: (control: string) => ({ 'aria-label': `${control} page` }),
      }
    : {};

  return (
    <Stack gap="sm">
      <TableToolbar
        searchLabel={props.searchLabel}
        statuses={statuses}
        counts={data?.counts}
        countMax={props.countMax}
        csv={props.csv}
        filters={props.filters}
      />
      {props.summary}
      {bulk && chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          names={props.chosenName && chosen.map(props.chosenName)}
          onClear={() => setChosen([])}
        >
          {bulk(chosen, () => setChosen([]))}
        </BulkBar>
      )}
      {error !== null && <FailedQuery error={error} onRetry={page.refetch} />}
      {isPhone && (data || error === null) && (
        <>
          <RecordCards
            rows={data?.rows}
            columns={columns}
            card={props.card}
            emptyText={emptyText}
            count={countText((number - 1) * size + 1, Math.min(number * size, total))}
            isStale={isPlaceholderData}
            choice={bulk && { chosen, choose: setChosen }}
          />
          {isPaged && <Pager total={total} size={size} countMax={props.countMax} />}
        </>
      )}
      {!isPhone && (data || error === null) && (
        <div>
          <DataTable<Row>
            records={data?.rows ?? []}
            columns={columns}
            fetching={!data || isPlaceholderData}
            minHeight={data?.rows.length ? 0 : 220}
            withTableBorder
            borderColor="var(--line)"
            rowBorderColor="var(--line)"
            highlightOnHover
            borderRadius="sm"
            verticalSpacing={2}
            fz="sm"
            pinFirstColumn
            defaultColumnProps={{ noWrap: true }}
            onRowClick={({ event, record }) => isRowClick(event) && void openRecord(record.id)}
            emptyState={<EmptyTable isEmpty={data?.rows.length === 0} text={emptyText} />}
            {...paging}
            sortStatus={{
              columnAccessor: (sort ?? '').replace(/^-/, ''),
              direction: sort?.startsWith('-') ? 'desc' : 'asc',
            }}
            onSortStatusChange={({ columnAccessor, direction }) =>
              change({
                sort: `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}`,
                page: undefined,
              })
            }
            {...(bulk && {
              selectedRecords: chosen,
              onSelectedRecordsChange: setChosen,
              allRecordsSelectionCheckboxProps: { 'aria-label': 'Select all on this page' },
              getRecordSelectionCheckboxProps: (row: Row) => ({ 'aria-label': `Select ${row.id}` }),
            })}
          />
          {!isPaged && total > 0 && (
            <Text c="dimmed" fz="sm" className="table-count">
              {countText(1, total)}
            </Text>
          )}
        </div>
      )}
    </Stack>
  );
}
