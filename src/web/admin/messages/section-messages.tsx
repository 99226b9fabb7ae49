import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import {
  messageFilters,
  messageServices,
  messageSorts,
  messageStatuses,
} from '~/contract/leads/contact';
import type { AdminMessageRow } from '~/contract/leads/leads-schema';
import { labelOf } from '~/contract/leads/quotes';
import { LeadName, LeadsSection } from '~/web/admin/leads/leads-section';
import { MessageDrawer } from '~/web/admin/leads/message-drawer';
import { sourceColumn } from '~/web/admin/leads/source-column';
import { useMessageStatus } from '~/web/admin/leads/use-message-status';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { useQuery } from '~/web/lib/queries';

const nameOf = ({ firstName, lastName }: AdminMessageRow) =>
  `the message from ${firstName} ${lastName}`;

const aboutOf = ({ subject, service }: AdminMessageRow) =>
  subject || labelOf(messageServices, service);

const columns: DataTableColumn<AdminMessageRow>[] = [
  {
    accessor: 'name',
    sortable: true,
    render: (message) => (
      <LeadName lead={message} about={aboutOf(message)}>
        {message.firstName} {message.lastName}
      </LeadName>
    ),
  },
  {
    accessor: 'subject',
    visibleMediaQuery: shownFrom.desk,
    title: 'About',
    render: aboutOf,
  },
  { accessor: 'message', visibleMediaQuery: shownFrom.wide, ellipsis: true, width: 260 },
  sourceColumn,
];

const list = {
  statuses: messageFilters,
  sorts: messageSorts,
} as const;

const loadMessages: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.messages.page.queryOptions(listRequestOf(search, list)));

function SectionMessages() {
  const { api } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.messages.page.queryOptions(request, untilItComes));

  return (
    <LeadsSection
      title="Messages"
      whoOf={({ firstName, lastName }) => `${firstName} ${lastName}`}
      nameOf={nameOf}
      quick={{
        label: 'Mark Read',
        status: 'read',
        labelOf: (message) => `Mark Read: ${nameOf(message)}`,
        isDone: ({ status }) => status === 'replied',
      }}
      procedures={api.admin.messages}
      setStatus={useMessageStatus()}
      drawer={MessageDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['subject', 'dueAt'] }}
      statuses={messageStatuses}
      searchLabel="Search messages"
      emptyText="No messages found"
      csv="messages"
    />
  );
}

export const section: SectionCode = { Section: SectionMessages, load: loadMessages };
