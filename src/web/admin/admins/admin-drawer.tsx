import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminAccount } from '~/contract/identity/admins-schema';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';
import { RoleSelect, roleName } from './role-select';

/** An admin account: its role, whether it is enabled, and its history. */
export function AdminDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.admins.get.queryOptions({ id }));
  return (
    <RecordDrawer title={query.data?.admin.name ?? 'Admin'} onClose={onClose}>
      <Loaded query={query}>
        {({ admin, changes }) => (
          <Stack gap="lg">
            <Actions admin={admin} onGone={onClose} />
            <Facts
              facts={[
                ['Email', admin.email],
                ['Username', admin.username],
                ['Status', <StatusBadge key="status" status={admin.status} />],
                [
                  'Invitation expires',
                  admin.invitedUntil && <When key="until" at={admin.invitedUntil} />,
                ],
                ['Second factor', admin.hasSecondFactor ? 'Set up' : 'None'],
                ['Last seen', admin.lastSeenAt && <When key="seen" at={admin.lastSeenAt} />],
                ['Since', <When key="since" at={admin.createdAt} />],
              ]}
            />
            {changes.length > 0 && (
              <>
                <Divider />
                <Title order={3}>History</Title>
                {changes.map((change) => (
                  <Text key={change.id} fz="sm" c="dimmed">
                    {change.description}, <When at={change.createdAt} />
                  </Text>
                ))}
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </RecordDrawer>
  );
}

function Actions({ admin, onGone }: { admin: AdminAccount; onGone(): void }) {
  const { api } = useRouter().options.context;
  const viewer = useViewer();
  const isMe = viewer?.id === admin.id;
  const isPending = admin.status === 'invited' || admin.status === 'expired';
  const failed = 'Something went wrong. Please try again.';

  const update = useMutation(
    api.admin.admins.update.mutationOptions(
      outcome({
        done: (changed, { role }) => {
          if (role)
            return success(`${changed.name} is now ${roleName(changed.role).toLowerCase()}`);
          return success(changed.disabled ? 'Account disabled' : 'Account enabled');
        },
        failed,
      }),
    ),
  );
  const resend = useMutation(
    api.admin.admins.resendInvitation.mutationOptions(
      outcome({ done: success('New invitation sent'), failed }),
    ),
  );
  const revoke = useMutation(
    api.admin.admins.revokeInvitation.mutationOptions(
      outcome({ done: success('Invitation withdrawn'), onDone: onGone, failed }),
    ),
  );
  const reset = useMutation(
    api.admin.admins.resetSecondFactor.mutationOptions(
      outcome({ done: success('Second factor reset'), failed }),
    ),
  );

  return (
    <Stack gap="md">
      <RoleSelect
        role={admin.role}
        disabled={update.isPending}
        onChange={(role) => update.mutate({ id: admin.id, role })}
      />
      {isMe ? (
        <Text c="dimmed" fz="sm">
          This is you. Manage your password and second factor in{' '}
          <Link to="/admin" search={{ section: 'account' }}>
            your account
          </Link>
          .
        </Text>
      ) : (
        <Group gap="xs">
          {isPending && (
            <>
              <Button loading={resend.isPending} onClick={() => resend.mutate({ id: admin.id })}>
                Send a new link
              </Button>
              <Button
                variant="default"
                loading={revoke.isPending}
                onClick={() => revoke.mutate({ id: admin.id })}
              >
                Withdraw invitation
              </Button>
            </>
          )}
          {!isPending && (
            <Button
              variant={admin.disabled ? 'filled' : 'default'}
              loading={update.isPending}
              onClick={() => update.mutate({ id: admin.id, disabled: !admin.disabled })}
            >
              {admin.disabled ? 'Enable account' : 'Disable account'}
            </Button>
          )}
          {admin.hasSecondFactor && (
            <Button
              variant="default"
              loading={reset.isPending}
              onClick={() => reset.mutate({ id: admin.id })}
            >
              Reset second factor
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
