import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { contactServices, messageStatuses } from '~/contract/contact';
import type { AdminMessage } from '~/contract/leads-schema';
import { labelOf } from '~/contract/quotes';
import { StatusSelect } from '../record/status-select';
import { useAdminSearch } from '../shell/use-admin-search';
import { RecordsTable } from '../table/records-table';
import { RowLink } from '../table/row-link';
import { useListRequest } from '../table/use-list-request';
import { SectionHead } from '../ui/section-head';
import { statusLabel } from '../ui/status-badge';
import { When } from '../ui/when';
import { MessageDrawer } from './message-drawer';
import { useMessageStatus } from './use-message-status';

export function SectionMessages() {
  const { api } = useRouter().options.context;
  const { open, closeRecord } = useAdminSearch();
  const request = useListRequest({
    statuses: messageStatuses,
    sorts: ['createdAt', 'name', 'status'],
  });
  const page = useQuery(api.admin.messages.page.queryOptions(request));
  const setStatus = useMessageStatus();

  const columns: DataTableColumn<AdminMessage>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (message) => (
        <RowLink id={message.id}>
          {message.firstName} {message.lastName}
        </RowLink>
      ),
    },
    {
      accessor: 'subject',
      title: 'About',
      render: (message) => message.subject || labelOf(contactServices, message.service),
    },
    { accessor: 'message', ellipsis: true, width: 320 },
    {
      accessor: 'status',
      sortable: true,
      render: (message) => (
        <StatusSelect
          isBare
          label={`Status of the message from ${message.firstName} ${message.lastName}`}
          status={message.status}
          statuses={messageStatuses}
          onChange={(status) => void setStatus([message.id], status)}
        />
      ),
    },
    {
      accessor: 'createdAt',
      title: 'Received',
      sortable: true,
      render: (message) => <When at={message.createdAt} />,
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      render: (message) => (
        <Button
          size="xs"
          variant="light"
          disabled={message.status === 'replied'}
          aria-label={`Mark the message from ${message.firstName} ${message.lastName} as read`}
          onClick={() => void setStatus([message.id], 'read')}
        >
          Mark Read
        </Button>
      ),
    },
  ];

  return (
    <>
      <SectionHead title="Messages" note="What came by the contact form." />
      <RecordsTable
        page={page}
        columns={columns}
        statuses={messageStatuses}
        searchLabel="Search messages"
        emptyText="No messages found"
        csv="messages"
        bulk={(rows, done) =>
          messageStatuses.map((status) => (
            <Button
              key={status}
              size="xs"
              variant="default"
              onClick={async () => {
                const ids = rows.map((row) => row.id);
                if (await setStatus(ids, status)) done();
              }}
            >
              {statusLabel(status)}
            </Button>
          ))
        }
      />
      {open && <MessageDrawer key={open} id={Number(open)} onClose={closeRecord} />}
    </>
  );
}
