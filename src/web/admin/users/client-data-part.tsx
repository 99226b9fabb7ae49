import { Anchor, Button, Divider, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

import type { AdminUser } from '~/contract/admin/admin-schema';
import { formatBytes } from '~/contract/common/bytes';
import { deletionDays } from '~/contract/personal-data/personal-data';
import type { ClientData } from '~/contract/personal-data/personal-data-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useCan } from '~/web/admin/shell/use-can';
import { clientName } from '~/web/admin/ui/client-names';
import { Notice } from '~/web/admin/ui/notice';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { formatDate } from '~/web/lib/dates';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Milliseconds between polls while an export is being created. */
const lookEveryMs = 5_000;

function useClientData({ id }: AdminUser): ClientData | undefined {
  const { api } = useRouter().options.context;
  return useQuery({
    ...api.admin.personalData.get.queryOptions({ id }),
    refetchInterval: ({ state }) =>
      state.data?.export?.status === 'waiting' ? lookEveryMs : false,
  }).data;
}

/** Notice that a client's data will be deleted, with the date and a way to cancel, or that it was deleted. */
export function DeletionNotice({ user }: { user: AdminUser }) {
  const data = useClientData(user);
  if (data?.deletion) return <Planned user={user} deletion={data.deletion} />;
  if (!data?.deletedAt) return null;
  return (
    <Notice tone="none" title="Deleted">
      This client’s data was deleted on {formatDate(data.deletedAt)}. Documents required by law are
      still here.
    </Notice>
  );
}

/** Export and deletion of a client's data. */
export function ClientDataPart({ user }: { user: AdminUser }) {
  const can = useCan();
  const data = useClientData(user);
  if (!data || data.deletedAt || !can('clients.write')) return null;
  return (
    <>
      <Divider />
      <Title order={3}>Data</Title>
      <Group gap="sm">
        <Export user={user} newest={data.export} />
        {!data.deletion && can('clients.delete') && (
          <Delete user={user} companies={data.companies} />
        )}
      </Group>
    </>
  );
}

function Planned(props: { user: AdminUser; deletion: NonNullable<ClientData['deletion']> }) {
  const { user, deletion } = props;
  const { api } = useRouter().options.context;
  const mayDelete = useCan()('clients.delete');
  const keep = useMutation(
    api.admin.personalData.keep.mutationOptions(
      outcome({
        done: success('Deletion canceled'),
        failed: 'Failed to cancel the deletion',
      }),
    ),
  );
  return (
    <Notice tone="wait" title={`The data will be deleted on ${formatDate(deletion.dueAt)}`}>
      <Group justify="space-between" gap="sm">
        <Text fz="sm">
          {deletion.by || 'The client'} requested this. Until then, the client can use the account
          as usual.
        </Text>
        {mayDelete && (
          <Button
            size="xs"
            variant="default"
            loading={keep.isPending}
            onClick={() => keep.mutate({ id: user.id })}
          >
            Keep
          </Button>
        )}
      </Group>
    </Notice>
  );
}

function Export({ user, newest }: { user: AdminUser; newest: ClientData['export'] }) {
  const { api } = useRouter().options.context;
  const ask = useMutation(
    api.admin.personalData.export.mutationOptions(
      outcome({
        done: success('Preparing the export. We email the client when it is ready.'),
        failed: 'Failed to export the data',
      }),
    ),
  );
  const isWaiting = newest?.status === 'waiting';
  return (
    <>
      <Button
        variant="default"
        loading={ask.isPending}
        disabled={isWaiting}
        onClick={() => ask.mutate({ id: user.id })}
      >
        {isWaiting ? 'Preparing…' : 'Export data'}
      </Button>
      {newest?.status === 'ready' && (
        <Text fz="sm">
          <Anchor
            fz="sm"
            href={`/api/admin/clients/${encodeURIComponent(user.id)}/exports/${newest.id}`}
            download
          >
            Download the export ({formatBytes(newest.size)})
          </Anchor>
          , <When at={newest.createdAt} />
        </Text>
      )}
      {newest?.status === 'failed' && (
        <Text fz="sm" c="dimmed">
          The last export failed. See the server log.
        </Text>
      )}
    </>
  );
}

/** Button that schedules the deletion after a confirmation, because it cannot be undone once the week is over. */
function Delete({ user, companies }: { user: AdminUser; companies: ClientData['companies'] }) {
  const { api } = useRouter().options.context;
  const [isOpen, dialog] = useDisclosure(false);
  const name = clientName(user);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Delete client’s data
      </Button>
      {isOpen && (
        <ActionDialog
          title={`Delete the data of ${name}`}
          submitLabel={`Delete in ${deletionDays} days`}
          isDangerous
          input={() => ({ id: user.id })}
          mutation={api.admin.personalData.delete.mutationOptions()}
          outcome={{
            done: ({ dueAt }) => success(`The data will be deleted on ${formatDate(dueAt)}`),
            failed: 'Failed to schedule the deletion',
          }}
          onClose={dialog.close}
        >
          <Text fz="sm">
            In {deletionDays} days the account, quotes, messages, requests and files of {name} are
            deleted permanently, and a plan ends. Issued invoices, payments and accepted proposals
            are kept.
            {` We email ${name}. Until then, both of you can cancel the deletion.`}
          </Text>
          {companies.map((company) => (
            <Text key={company.name} fz="sm">
              {company.isLastMember
                ? `${company.name} will have no members; its requests and documents are kept.`
                : `${company.name} will have no manager.`}
            </Text>
          ))}
        </ActionDialog>
      )}
    </>
  );
}
