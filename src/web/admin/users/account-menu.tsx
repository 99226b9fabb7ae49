import { Menu } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminUser } from '~/contract/admin/admin-schema';
import { formatBytes } from '~/contract/common/bytes';
import type { ClientData } from '~/contract/personal-data/personal-data-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { failureToast } from '~/web/ui/failure-toast';
import {
  IconDownload,
  IconExternalLink,
  IconEye,
  IconLogout,
  IconTrash,
  IconUser,
} from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';

const size = { size: 16, 'aria-hidden': true } as const;

/** Items of the menu that concern a client's account: access, export and deletion. */
export function AccountMenu(props: { user: AdminUser; data: ClientData; onDelete(): void }) {
  const { user, data } = props;
  const { id, isDisabled } = user;
  const { users, personalData } = useRouter().options.context.api.admin;
  const can = useCan();
  const outcomeOf = (done: (user: AdminUser) => string) =>
    outcome<AdminUser, unknown>({
      done: (changed) => success(done(changed)),
      failed: 'Something went wrong. Please try again.',
    });
  const setDisabled = useMutation(
    users.setDisabled.mutationOptions(
      outcomeOf((changed) => (changed.isDisabled ? 'Account disabled' : 'Account enabled')),
    ),
  );
  const signOut = useMutation(
    users.signOutEverywhere.mutationOptions(outcomeOf(() => 'Signed out everywhere')),
  );
  // Loads a new page, because data in memory belongs to the admin rather than to the client.
  const viewAs = useMutation(
    users.viewAs.mutationOptions({
      onSuccess: () => window.location.assign('/dashboard'),
      onError: (error) => failureToast(error, 'Failed to start the view. Please try again.'),
    }),
  );
  const ask = useMutation(
    personalData.export.mutationOptions(
      outcome({
        done: success('Preparing the export. We email the client when it is ready.'),
        failed: 'Failed to export the data',
      }),
    ),
  );
  const newest = data.export;
  const isWaiting = newest?.status === 'waiting';
  return (
    <>
      {can('clients.viewAs') && (
        <Menu.Item leftSection={<IconEye {...size} />} onClick={() => viewAs.mutate({ id })}>
          View as client
        </Menu.Item>
      )}
      {can('clients.write') && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout {...size} />}
            disabled={user.sessions === 0}
            onClick={() => signOut.mutate({ id })}
          >
            Sign out everywhere
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUser {...size} />}
            onClick={() => setDisabled.mutate({ id, isDisabled: !isDisabled })}
          >
            {isDisabled ? 'Enable account' : 'Disable account'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconExternalLink {...size} />}
            disabled={isWaiting}
            onClick={() => ask.mutate({ id })}
          >
            {isWaiting ? 'Preparing…' : 'Export data'}
          </Menu.Item>
          {newest?.status === 'ready' && (
            <Menu.Item
              leftSection={<IconDownload {...size} />}
              component="a"
              href={`/api/admin/clients/${encodeURIComponent(id)}/exports/${newest.id}`}
              download
            >
              Download the export ({formatBytes(newest.size)})
            </Menu.Item>
          )}
          {newest?.status === 'failed' && (
            <Menu.Label>The last export failed. See the server log.</Menu.Label>
          )}
        </>
      )}
      {can('clients.delete') && !data.deletion && (
        <Menu.Item color="red" leftSection={<IconTrash {...size} />} onClick={props.onDelete}>
          Delete client’s data
        </Menu.Item>
      )}
    </>
  );
}
