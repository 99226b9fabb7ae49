import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { AdminSection } from '~/contract/admin/sections';
import { formatAmount } from '~/contract/common/currencies';
import type { OpenRecords } from '~/contract/companies/company-detail-schema';
import type { RecordKind } from '~/contract/conversations/records';
import { everyInWords } from '~/contract/recurring-invoices/recurrence';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordEntries, type RecordEntry } from '~/web/admin/ui/record-entries';
import { RecordHead } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';

/** Sections of a client's records, by kind. */
const sections: Record<RecordKind | 'invoice' | 'payment', AdminSection> = {
  quote: 'quotes',
  message: 'messages',
  request: 'requests',
  proposal: 'proposals',
  invoice: 'invoices',
  payment: 'payments',
};
type Kind = keyof typeof sections;

const nameOf = (kind: Kind) => kind.charAt(0).toUpperCase() + kind.slice(1);

function EntryLink(props: { section: AdminSection; id?: number; children: ReactNode }) {
  const { section, id, children } = props;
  return (
    <Link to="/admin" search={{ section, ...(id && { open: id }) }} className="row-link">
      {children}
    </Link>
  );
}

/**
 * Shows notes about a record, such as its due date and how long its conversation waits for a reply.
 */
function Notes(props: {
  text?: string;
  due?: string | null;
  waitingSince?: string | null | undefined;
}) {
  const { text, due, waitingSince } = props;
  return (
    <>
      {text}
      {due && (
        <>
          Due <When at={due} isDate />
        </>
      )}
      {(text || due) && waitingSince && ', '}
      {waitingSince && (
        <>
          waiting since <When at={waitingSince} />
        </>
      )}
    </>
  );
}

/**
 * Content of the page of a person or a company: the form, open records beside it, and activity
 * below.
 */
export function ClientPage(props: {
  name: string;
  status: string;
  note?: ReactNode;
  actions: ReactNode;
  figures: [label: string, value: ReactNode][];
  notices?: ReactNode;
  open: OpenRecords;
  form: ReactNode;
  children: ReactNode;
}) {
  const { name, status, note, actions, figures, open } = props;
  return (
    <>
      <RecordHead
        title={name}
        state={<StatusBadge status={status} />}
        note={note}
        actions={actions}
      />
      <dl className="record-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="record-columns client-columns">
        <div className="record-main">
          {props.notices}
          {props.form}
        </div>
        <aside className="record-aside" aria-label="Open">
          <OpenLists open={open} />
        </aside>
        <div className="record-main">{props.children}</div>
      </div>
    </>
  );
}

/** Formats sums in several currencies. */
export const sumOf = (sums: OpenRecords['owed']): string =>
  sums.map(({ amount, currency }) => formatAmount(amount, currency)).join(' + ') || 'Nothing';

function OpenLists({ open }: { open: OpenRecords }) {
  const can = useCan();
  const waitOf = (kind: RecordKind, id: number) =>
    open.conversations.find((one) => one.kind === kind && one.id === id)?.waitingSince;
  const lists: [title: string, entries: RecordEntry[] | false][] = [
    [
      'Open invoices',
      can('invoices.read') &&
        open.openInvoices.map((one) => ({
          key: one.id,
          title: (
            <EntryLink section="invoices" id={one.id}>
              {one.number}: {formatAmount(one.remaining, one.currency)}
            </EntryLink>
          ),
          note: <Notes due={one.dueDate} />,
          status: one.isOverdue ? 'overdue' : 'open',
        })),
    ],
    [
      'Recurring invoices',
      can('invoices.read') &&
        open.recurringInvoices.map(({ id, about, total, currency, every, status }) => ({
          key: id,
          title: (
            <EntryLink section="recurringInvoices" id={id}>
              {about}
            </EntryLink>
          ),
          note: `${formatAmount(total, currency)} ${everyInWords(every)}`,
          status,
        })),
    ],
    [
      'Open proposals',
      can('proposals.read') &&
        open.openProposals.map(({ id, number, title, status }) => ({
          key: id,
          title: (
            <EntryLink section="proposals" id={id}>
              {title || 'Untitled'}
            </EntryLink>
          ),
          note: <Notes text={number} waitingSince={waitOf('proposal', id)} />,
          status,
        })),
    ],
    [
      'Open requests',
      can('requests.read') &&
        open.openRequests.map(({ id, title, status, targetDate }) => ({
          key: id,
          title: (
            <EntryLink section="requests" id={id}>
              {title}
            </EntryLink>
          ),
          note: <Notes due={targetDate} waitingSince={waitOf('request', id)} />,
          status,
        })),
    ],
    [
      'Conversations',
      can('leads.read') &&
        open.conversations
          .filter(({ kind }) => kind === 'quote' || kind === 'message')
          .map(({ kind, id, about, status, waitingSince }) => ({
            key: `${kind}:${id}`,
            title: (
              <EntryLink section={sections[kind]} id={id}>
                {about}
              </EntryLink>
            ),
            note: <Notes text={nameOf(kind)} waitingSince={waitingSince} />,
            status,
          })),
    ],
  ];
  if (lists.every(([, entries]) => !entries || entries.length === 0)) {
    return (
      <Text c="dimmed" fz="sm">
        Nothing open.
      </Text>
    );
  }
  return lists.map(
    ([title, entries]) => entries && <RecordEntries key={title} title={title} entries={entries} />,
  );
}

/** Past and present records of a client, newest first. */
export function ClientActivity(props: {
  entries: { id: number; kind: Kind; title: string; status: string; time: string }[];
}) {
  const { entries } = props;
  if (entries.length === 0) {
    return (
      <Text c="dimmed" fz="sm">
        No activity yet.
      </Text>
    );
  }
  return (
    <RecordEntries
      title="Activity"
      max={8}
      entries={entries.map(({ id, kind, title, status, time }) => ({
        key: `${kind}:${id}`,
        title: (
          <EntryLink section={sections[kind]} {...(kind !== 'payment' && { id })}>
            {title}
          </EntryLink>
        ),
        note: (
          <>
            {nameOf(kind)}, <When at={time} />
          </>
        ),
        status,
      }))}
    />
  );
}
