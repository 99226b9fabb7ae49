import { Avatar, Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { type AdminUser, userStatuses } from '~/contract/admin/admin-schema';
import { sumsInWords } from '~/contract/common/sums';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordsTable } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { clientName } from '~/web/admin/ui/client-names';
import { SectionHead } from '~/web/admin/ui/section-head';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { IconUserPlus } from '~/web/ui/icons';
import { StatusBadge } from '~/web/ui/status-badge';
import { AddClient } from './add-client';
import { PersonPage } from './person-page';

const list = {
  statuses: userStatuses,
  sorts: ['createdAt', 'name', 'email'],
} as const;

const loadUsers: SectionLoad = async ({ api, queryClient }, search) => {
  // An open client replaces the list, so the list is not loaded.
  if (search.open && search.open !== 'new') return;
  await queryClient.ensureQueryData(api.admin.users.page.queryOptions(listRequestOf(search, list)));
};

/** Section for clients: the list, or the open client. */
function SectionUsers() {
  const { open } = useAdminSearch();
  return open && open !== 'new' ? <PersonPage key={open} id={open} /> : <List />;
}

function List() {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const { open, openRecord, closeRecord } = useAdminSearch();
  const mayChange = useCan()('clients.write');
  const request = useListRequest(list);
  const page = useQuery(api.admin.users.page.queryOptions(request, untilItComes));

  const columns: DataTableColumn<AdminUser>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (user) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar src={user.profileImageUrl} alt="" size={30} radius="xl" color="rust">
            {clientName(user).charAt(0).toUpperCase() + user.lastName.charAt(0)}
          </Avatar>
          <div>
            <RowLink id={user.id}>{clientName(user)}</RowLink>
            {user.company && (
              <Text c="dimmed" fz="xs">
                {user.company}
              </Text>
            )}
          </div>
        </Group>
      ),
    },
    { accessor: 'email', visibleMediaQuery: shownFrom.desk, sortable: true },
    { accessor: 'status', render: (user) => <StatusBadge status={user.status} /> },
    { accessor: 'plan', visibleMediaQuery: shownFrom.desk, render: (user) => user.plan ?? '–' },
    { accessor: 'requests', visibleMediaQuery: shownFrom.desk, textAlign: 'right' },
    {
      accessor: 'spent',
      visibleMediaQuery: shownFrom.tablet,
      textAlign: 'right',
      render: (user) => sumsInWords(user.spent, currency, user.otherCurrencies),
    },
    {
      accessor: 'createdAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Since',
      sortable: true,
      render: (user) => <When at={user.createdAt} />,
    },
  ];

  return (
    <>
      <SectionHead title="Users">
        {mayChange && (
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => void openRecord('new')}
          >
            Add client
          </Button>
        )}
      </SectionHead>
      <RecordsTable
        page={page}
        columns={columns}
        card={{ facts: ['email', 'spent'] }}
        statuses={userStatuses}
        searchLabel="Search clients"
        emptyText="No clients found"
        csv="users"
      />
      {open === 'new' && mayChange && <AddClient onClose={closeRecord} />}
    </>
  );
}

export const section: SectionCode = { Section: SectionUsers, load: loadUsers };
