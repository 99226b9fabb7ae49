import { Button, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { ComponentType, ReactNode } from 'react';

import { countMax } from '~/contract/common/limits';
import { statusLabel } from '~/contract/common/statuses';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordsTable, type RecordsTableProps } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { SectionHead } from '~/web/admin/ui/section-head';
import { SpamMark } from '~/web/admin/ui/spam-notice';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';
import { type SpamProcedures, useSpamMark } from './spam-action';
import { StatusSelect } from './status-select';
import type { StatusChange } from './use-status-change';

interface LeadsSectionProps<Row, Status extends string>
  extends Omit<RecordsTableProps<Row>, 'bulk' | 'statuses'> {
  title: string;
  statuses: readonly Status[];
  setStatus: StatusChange<Status>;
  procedures: SpamProcedures;
  /** Name of a row within sentences, such as 'the quote from Ada'. */
  nameOf(row: Row): string;
  /** Name of the sender. */
  whoOf(row: Row): string;
  /** The most common next action, which takes one click. */
  quick: { label: string; status: Status; labelOf(row: Row): string; isDone(row: Row): boolean };
  drawer: ComponentType<{ id: number; onClose(): void }>;
  /** Content next to the title. */
  action?: ReactNode;
}

/** First column: a link that opens the lead, and a mark for possible spam. */
export function LeadName(props: {
  lead: { id: number; spamReason: string | null; isSpam: boolean };
  /** Subject, shown if the table hides its column. */
  about: string;
  children: ReactNode;
}) {
  const { id } = props.lead;
  return (
    <>
      <RowLink id={id}>{props.children}</RowLink>
      <SpamMark lead={props.lead} />
      <Text className="row-about">{props.about}</Text>
    </>
  );
}

/** Due time of a lead. Overdue ones are highlighted. */
function AnswerBy(props: { dueAt: string | null; firstAnswerAt: string | null }) {
  const { dueAt, firstAnswerAt } = props;
  if (!dueAt) {
    return (
      <Text component="span" c="dimmed" fz="inherit">
        {firstAnswerAt ? 'Answered' : '–'}
      </Text>
    );
  }
  const isLate = new Date(dueAt) < new Date();
  return (
    <Text component="span" fz="inherit" {...(isLate && { c: 'red', fw: 600 })}>
      <When at={dueAt} />
    </Text>
  );
}

/** Section of leads: a table with a status for each row, and bulk changes of the status. */
export function LeadsSection<
  Row extends {
    id: number;
    status: Status;
    createdAt: string;
    dueAt: string | null;
    firstAnswerAt: string | null;
    ownerName: string;
  },
  Status extends string,
>(props: LeadsSectionProps<Row, Status>) {
  const { title, statuses, setStatus, procedures, nameOf, whoOf, quick, drawer, action, ...table } =
    props;
  const { open, closeRecord } = useAdminSearch();
  const Drawer = drawer;
  const mayChange = useCan()('leads.write');
  const spam = useSpamMark(procedures);

  const columns: DataTableColumn<Row>[] = [
    ...table.columns,
    {
      accessor: 'status',
      sortable: true,
      render: (row) =>
        mayChange ? (
          <StatusSelect
            isBare
            label={`Status of ${nameOf(row)}`}
            status={row.status}
            statuses={statuses}
            onChange={(status) => void setStatus.change([row], status)}
          />
        ) : (
          <StatusBadge status={row.status} />
        ),
    },
    {
      accessor: 'createdAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Received',
      sortable: true,
      render: (row) => <When at={row.createdAt} />,
    },
    {
      accessor: 'owner',
      visibleMediaQuery: shownFrom.wide,
      sortable: true,
      render: ({ ownerName }) => ownerName || '–',
    },
    {
      accessor: 'ownerName',
      title: 'Owner',
      visibleMediaQuery: shownFrom.tabletOnly,
      render: ({ ownerName }) => ownerName || '–',
    },
    {
      accessor: 'dueAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Reply by',
      render: (row) => <AnswerBy {...row} />,
    },
  ];
  const actionsColumn: DataTableColumn<Row> = {
    accessor: 'actions',
    visibleMediaQuery: shownFrom.tablet,
    title: <span className="visually-hidden">Actions</span>,
    render: (row) => (
      <Button
        size="xs"
        variant="default"
        disabled={quick.isDone(row)}
        aria-label={quick.labelOf(row)}
        onClick={() => void setStatus.change([row], quick.status)}
      >
        {quick.label}
      </Button>
    ),
  };
  const bulk: RecordsTableProps<Row>['bulk'] = (rows, done) => [
    ...statuses.map((status) => (
      <Button
        key={status}
        size="xs"
        variant="default"
        onClick={() => void setStatus.change(rows, status, done)}
      >
        {statusLabel(status)}
      </Button>
    )),
    <Button
      key="spam"
      size="xs"
      variant="default"
      onClick={() =>
        void spam.mark(
          rows.map(({ id }) => id),
          done,
        )
      }
    >
      Spam
    </Button>,
  ];

  return (
    <>
      <SectionHead title={title}>{action}</SectionHead>
      <RecordsTable
        {...table}
        columns={mayChange ? [...columns, actionsColumn] : columns}
        statuses={['overdue', ...statuses, 'spam']}
        countMax={countMax}
        {...(mayChange && { bulk, chosenName: whoOf })}
      />
      {open && open !== 'new' && <Drawer key={open} id={Number(open)} onClose={closeRecord} />}
    </>
  );
}
