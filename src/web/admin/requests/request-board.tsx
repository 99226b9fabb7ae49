import { Anchor, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import type { Page } from '~/contract/common/paging';
import { statusLabel } from '~/contract/common/statuses';
import { type RequestStatus, requestStatuses } from '~/contract/requests/requests';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Board } from '~/web/admin/table/board';
import { EmptyTable } from '~/web/admin/table/empty-table';
import { TableToolbar } from '~/web/admin/table/table-toolbar';
import { IconUser } from '~/web/ui/icons';
import '~/web/admin/table/table.css';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { StatusBadge } from '~/web/ui/status-badge';
import { Due, Marks } from './request-marks';
import { useStatusMoves } from './use-status-moves';

/** Maximum number of cards in one column. The table contains all requests. */
const cardsMax = 30;

interface RequestBoardProps {
  page: { data: Page<AdminRequestRow> | undefined; error: unknown; refetch(): unknown };
  searchLabel: string;
  emptyText: string;
  csv: string;
}

/** Board of requests by status. Moving a card sets the status of its column. */
export function RequestBoard({ page, searchLabel, emptyText, csv }: RequestBoardProps) {
  const { status: filter } = useAdminSearch();
  const mayChange = useCan()('requests.write');
  const { move, apply } = useStatusMoves();
  const { data, error } = page;
  const rows = apply(data?.rows ?? []);
  // Returns the server's count, which does not include moves that are not saved yet.
  const countOf = (status: RequestStatus) =>
    (data?.counts[status] ?? 0) +
    rows.filter((row) => row.status === status).length -
    (data?.rows.filter((row) => row.status === status).length ?? 0);
  const columnOf = (status: RequestStatus) => {
    const all = rows.filter((row) => row.status === status);
    const shown = all.slice(0, cardsMax);
    const count = countOf(status);
    const isLeftOut = filter !== undefined && filter !== status;
    const hidden = count - shown.length;
    return {
      key: status,
      title: statusLabel(status),
      head: <StatusBadge status={status} />,
      count,
      rows: shown,
      emptyText: isLeftOut && count > 0 ? 'Hidden by the filter' : 'None',
      foot: hidden > 0 && !isLeftOut && <InTable status={status} hidden={hidden} />,
    };
  };

  return (
    <Stack gap="sm">
      <TableToolbar
        searchLabel={searchLabel}
        statuses={requestStatuses}
        counts={data?.counts}
        csv={csv}
      />
      {error ? <FailedQuery error={error} onRetry={page.refetch} /> : null}
      {!data && !error && (
        <div className="board" role="status" aria-label="Loading the board">
          {requestStatuses.map((status) => (
            <Skeleton key={status} height={260} />
          ))}
        </div>
      )}
      {data?.total === 0 && <EmptyTable isEmpty text={emptyText} />}
      {data && data.total > 0 && (
        <Board
          columns={requestStatuses.map(columnOf)}
          mayChange={mayChange}
          note="We email the client after 10 seconds; undo until then."
          idOf={({ id }) => String(id)}
          titleOf={({ title }) => title}
          linkOf={(row, handle) => (
            <Link {...handle} to="/admin" search={(before) => ({ ...before, open: row.id })}>
              {row.title}
            </Link>
          )}
          bodyOf={(row) => <CardBody row={row} />}
          onMove={move}
        />
      )}
    </Stack>
  );
}

function InTable({ status, hidden }: { status: RequestStatus; hidden: number }) {
  return (
    <Anchor
      fz="sm"
      renderRoot={(rest) => (
        <Link
          {...rest}
          to="/admin"
          search={(before) => ({ ...before, tab: undefined, status, page: undefined })}
        />
      )}
    >
      {hidden} more in the table
    </Anchor>
  );
}

function CardBody({ row }: { row: AdminRequestRow }) {
  return (
    <>
      <span className="board-client">{row.client_name}</span>
      {(row.dueAt || row.targetDate || row.wishedDate) && (
        <div className="board-due">
          <Due request={row} />
        </div>
      )}
      <div className="board-foot">
        <Marks request={row} />
        {row.assigneeName && (
          <span className="board-assignee">
            <IconUser size={14} aria-hidden />
            <span className="visually-hidden">Assignee: </span>
            {row.assigneeName}
          </span>
        )}
      </div>
    </>
  );
}
