import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminUser, UserDetail } from '~/contract/admin/admin-schema';
import type { AdminSection } from '~/contract/admin/sections';
import { formatMoney } from '~/contract/common/money';
import { NewProposal } from '~/web/admin/documents/new-proposal';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';

/** One person: who they are, what was between them and the agency, and whether they may come in. */
export function UserDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const query = useQuery(api.admin.users.get.queryOptions({ id }));
  const { data } = query;
  const title = data ? `${data.user.firstName} ${data.user.lastName}` : 'Person';
  return (
    <RecordDrawer title={title} onClose={onClose}>
      <Loaded query={query}>
        {({ user, history, changes }) => (
          <Stack gap="lg">
            <Group gap="xs">
              <Actions user={user} />
              <NewProposal from={{ clientId: user.id }} />
            </Group>
            <Facts
              facts={[
                ['E-mail', user.email],
                ['Status', <StatusBadge key="status" status={user.status} />],
                ['Plan', user.plan],
                ['Spent', formatMoney(user.spent, currency)],
                ['Signed in at', `${user.sessions} ${user.sessions === 1 ? 'place' : 'places'}`],
                ['Since', <When key="at" at={user.createdAt} />],
              ]}
            />
            <Divider />
            <Title order={3}>History</Title>
            {history.length === 0 && (
              <Text c="dimmed" fz="sm">
                Nothing yet.
              </Text>
            )}
            {history.map((entry) => (
              <HistoryRow key={entry.id} entry={entry} />
            ))}
            {changes.map((change) => (
              <Text key={change.id} fz="sm" c="dimmed">
                {change.description}, <When at={change.createdAt} />
              </Text>
            ))}
          </Stack>
        )}
      </Loaded>
    </RecordDrawer>
  );
}

const sections: Record<UserDetail['history'][number]['kind'], AdminSection> = {
  quote: 'quotes',
  message: 'messages',
  request: 'requests',
  proposal: 'proposals',
  invoice: 'invoices',
  payment: 'payments',
};

function HistoryRow({ entry }: { entry: UserDetail['history'][number] }) {
  const id = Number(entry.id.split(':')[1]);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Link
          to="/admin"
          search={{
            section: sections[entry.kind],
            ...(entry.kind !== 'payment' && { open: id }),
          }}
          className="row-link"
        >
          {entry.title}
        </Link>
        <Text c="dimmed" fz="xs">
          {entry.kind.charAt(0).toUpperCase() + entry.kind.slice(1)}, <When at={entry.time} />
        </Text>
      </div>
      <StatusBadge status={entry.status} />
    </Group>
  );
}

function Actions({ user }: { user: AdminUser }) {
  const { api } = useRouter().options.context;
  const can = useCan();

  const outcomeOf = (done: (user: AdminUser) => string) =>
    outcome<AdminUser, unknown>({
      done: (changed) => success(done(changed)),
      failed: 'That did not work. Please try again.',
      refresh: () => api.admin.users.invalidate(),
    });
  const setDisabled = useMutation(
    api.admin.users.setDisabled.mutationOptions(
      outcomeOf(({ isDisabled }) =>
        isDisabled ? 'The account is disabled' : 'The account is open again',
      ),
    ),
  );
  const signOut = useMutation(
    api.admin.users.signOutEverywhere.mutationOptions(outcomeOf(() => 'Signed out everywhere')),
  );

  if (!can('clients.write')) return null;
  return (
    <>
      <Button
        variant={user.isDisabled ? 'filled' : 'default'}
        onClick={() => setDisabled.mutate({ id: user.id, isDisabled: !user.isDisabled })}
      >
        {user.isDisabled ? 'Enable account' : 'Disable account'}
      </Button>
      <Button
        variant="default"
        disabled={user.sessions === 0}
        onClick={() => signOut.mutate({ id: user.id })}
      >
        Sign out everywhere
      </Button>
    </>
  );
}
