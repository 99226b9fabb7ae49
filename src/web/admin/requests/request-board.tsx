import {
  DragDropContext,
  Draggable,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { flushSync } from 'react-dom';

import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import type { Page } from '~/contract/common/paging';
import { statusLabel } from '~/contract/common/statuses';
import { type RequestStatus, requestStatuses } from '~/contract/requests/requests';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { EmptyTable } from '~/web/admin/table/empty-table';
import { TableToolbar } from '~/web/admin/table/table-toolbar';
import { IconUser } from '~/web/ui/icons';
import '~/web/admin/table/table.css';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { StatusBadge } from '~/web/ui/status-badge';
import { Due, Marks } from './request-marks';
import './requests.css';
import { useStatusMoves } from './use-status-moves';

/** Cards of one column; what follows is in the table. */
const cardsMax = 30;

const usage =
  'Press Enter to open the request. Press Space to lift it, the left and right arrow keys to move it to another status, Space again to drop it, and Escape to leave it where it was.';

const statusOf = (id: string | undefined) => requestStatuses.find((one) => one === id);

interface RequestBoardProps {
  page: { data: Page<AdminRequestRow> | undefined; error: unknown; refetch(): unknown };
  searchLabel: string;
  emptyText: string;
  csv: string;
}

/** The requests by status; a card that is moved gets the status of its column. */
export function RequestBoard({ page, searchLabel, emptyText, csv }: RequestBoardProps) {
  const { status: filter } = useAdminSearch();
  const mayChange = useCan()('requests.write');
  const { move, apply } = useStatusMoves();
  const { data, error } = page;
  const rows = apply(data?.rows ?? []);
  // Counted by the server, before the moves that are not saved yet.
  const countOf = (status: RequestStatus) =>
    (data?.counts[status] ?? 0) +
    rows.filter((row) => row.status === status).length -
    (data?.rows.filter((row) => row.status === status).length ?? 0);

  const titleOf = (draggableId: string) => {
    const row = rows.find(({ id }) => String(id) === draggableId);
    return row?.title ?? 'The request';
  };
  function onDragEnd({ draggableId, destination }: DropResult, { announce }: ResponderProvided) {
    const row = rows.find(({ id }) => String(id) === draggableId);
    const status = statusOf(destination?.droppableId);
    if (!row || !status || status === row.status) {
      announce(`${titleOf(draggableId)} stays where it was.`);
      return;
    }
    announce(`${row.title} is now ${statusLabel(status).toLowerCase()}.`);
    // With the end of the drag: in a frame between them the card would be back where it came from.
    flushSync(() => move(row, status));
  }

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
        <DragDropContext
          dragHandleUsageInstructions={usage}
          onDragStart={({ draggableId, source }, { announce }) =>
            announce(`Lifted ${titleOf(draggableId)}, ${statusLabel(source.droppableId)}.`)
          }
          onDragUpdate={({ draggableId, destination }, { announce }) =>
            announce(
              destination
                ? `${titleOf(draggableId)} is over ${statusLabel(destination.droppableId)}.`
                : `${titleOf(draggableId)} is over no column.`,
            )
          }
          onDragEnd={onDragEnd}
        >
          {mayChange && (
            <Text c="dimmed" fz="sm">
              Drag a card to another column
              <span className="board-keys">
                , or lift it with Space and move it with the arrow keys
              </span>
              . The client is told ten seconds later.
            </Text>
          )}
          <div className="board">
            {requestStatuses.map((status) => (
              <Column
                key={status}
                status={status}
                count={countOf(status)}
                rows={rows.filter((row) => row.status === status)}
                isLeftOut={filter !== undefined && filter !== status}
                mayChange={mayChange}
              />
            ))}
          </div>
        </DragDropContext>
      )}
    </Stack>
  );
}

function Column(props: {
  status: RequestStatus;
  count: number;
  rows: AdminRequestRow[];
  /** By the filter. */
  isLeftOut: boolean;
  mayChange: boolean;
}) {
  const { status, count, rows } = props;
  const shown = rows.slice(0, cardsMax);
  const hidden = count - shown.length;
  return (
    <section className="board-column" aria-label={`${statusLabel(status)}, ${count}`}>
      <h2 className="board-head">
        <StatusBadge status={status} />
        <span className="board-count">{count}</span>
      </h2>
      <Droppable droppableId={status}>
        {(list, { isDraggingOver }) => (
          <ul
            ref={list.innerRef}
            {...list.droppableProps}
            className="board-list"
            data-over={isDraggingOver}
          >
            {shown.map((row, index) => (
              <Card key={row.id} row={row} index={index} mayChange={props.mayChange} />
            ))}
            {list.placeholder}
            {rows.length === 0 && !isDraggingOver && (
              <li className="board-none">
                {props.isLeftOut && count > 0 ? 'Left out by the filter' : 'None'}
              </li>
            )}
          </ul>
        )}
      </Droppable>
      {hidden > 0 && !props.isLeftOut && (
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
      )}
    </section>
  );
}

function Card({
  row,
  index,
  mayChange,
}: {
  row: AdminRequestRow;
  index: number;
  mayChange: boolean;
}) {
  return (
    <Draggable draggableId={String(row.id)} index={index} isDragDisabled={!mayChange}>
      {(card, { isDragging }) => {
        // The link covers the card: it is opened, lifted and focused as one.
        const { role: _, ...handle } = { role: '', ...card.dragHandleProps };
        return (
          <li
            ref={card.innerRef}
            {...card.draggableProps}
            className="board-card"
            data-dragging={isDragging}
          >
            <Link
              {...handle}
              to="/admin"
              search={(before) => ({ ...before, open: row.id })}
              className="board-link"
            >
              {row.title}
            </Link>
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
          </li>
        );
      }}
    </Draggable>
  );
}
