import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { type AdminAccount, adminStatuses } from '~/contract/identity/admins-schema';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { RecordsTable } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { SectionHead } from '~/web/admin/ui/section-head';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import { IconUserPlus } from '~/web/ui/icons';
import { StatusBadge } from '~/web/ui/status-badge';
import { AdminDrawer } from './admin-drawer';
import { InviteModal } from './invite-modal';
import { RequirementCard } from './requirement-card';
import { roleName } from './role-select';

const list = {
  statuses: adminStatuses,
  sorts: ['createdAt', 'name', 'email'],
} as const;

const loadAdmins: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.admins.page.queryOptions(listRequestOf(search, list)));

/** Admin accounts and their roles. */
function SectionAdmins() {
  const { api } = useRouter().options.context;
  const { open, closeRecord } = useAdminSearch();
  const viewer = useViewer();
  const [isInviting, inviting] = useDisclosure(false);
  const request = useListRequest(list);
  const page = useQuery(api.admin.admins.page.queryOptions(request, untilItComes));

  const columns: DataTableColumn<AdminAccount>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (admin) => (
        <Group gap={6} wrap="nowrap">
          <RowLink id={admin.id}>{admin.name}</RowLink>
          {admin.id === viewer?.id && (
            <Badge size="xs" variant="light" color="gray">
              You
            </Badge>
          )}
        </Group>
      ),
    },
    {
      accessor: 'role',
      visibleMediaQuery: shownFrom.tablet,
      render: (admin) => roleName(admin.role),
    },
    { accessor: 'status', render: (admin) => <StatusBadge status={admin.status} /> },
    {
      accessor: 'hasSecondFactor',
      visibleMediaQuery: shownFrom.desk,
      title: 'Second factor',
      render: (admin) => (admin.hasSecondFactor ? 'Yes' : '–'),
    },
    { accessor: 'email', visibleMediaQuery: shownFrom.broad, sortable: true },
    {
      accessor: 'lastSeenAt',
      visibleMediaQuery: shownFrom.desk,
      title: 'Last seen',
      render: (admin) => <When at={admin.lastSeenAt} />,
    },
    {
      accessor: 'createdAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Since',
      sortable: true,
      render: (admin) => <When at={admin.createdAt} />,
    },
  ];

  return (
    <>
      <SectionHead title="Admins">
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={inviting.open}>
          Invite admin
        </Button>
      </SectionHead>
      <RequirementCard />
      <RecordsTable
        page={page}
        columns={columns}
        card={{ facts: ['role', 'lastSeenAt'] }}
        statuses={adminStatuses}
        searchLabel="Search admins"
        emptyText="No admins found"
      />
      {isInviting && <InviteModal onClose={inviting.close} />}
      {open && <AdminDrawer key={open} id={open} onClose={closeRecord} />}
    </>
  );
}

export const section: SectionCode = { Section: SectionAdmins, load: loadAdmins };
