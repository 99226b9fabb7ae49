import { Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminUser } from '~/contract/admin/admin-schema';
import { deletionDays } from '~/contract/personal-data/personal-data';
import type { ClientData } from '~/contract/personal-data/personal-data-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useCan } from '~/web/admin/shell/use-can';
import { clientName } from '~/web/admin/ui/client-names';
import { Notice } from '~/web/admin/ui/notice';
import { success } from '~/web/admin/ui/notices';
import { formatDate } from '~/web/lib/dates';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

interface DeletionProps {
  user: AdminUser;
  data: ClientData;
}

/** Notice that a client's data will be deleted, with the date and a way to cancel, or that it was deleted. */
export function DeletionNotice({ user, data: { deletion, deletedAt } }: DeletionProps) {
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
  if (!deletion) {
    return (
      deletedAt && (
        <Notice tone="none" title="Deleted">
          This client’s data was deleted on {formatDate(deletedAt)}. Documents required by law are
          still here.
        </Notice>
      )
    );
  }
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

/** Schedules the deletion after a confirmation, because it cannot be undone once the week is over. */
export function DeleteDialog(props: DeletionProps & { onClose(): void }) {
  const { user, data, onClose } = props;
  const { api } = useRouter().options.context;
  const name = clientName(user);
  return (
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
      onClose={onClose}
    >
      <Text fz="sm">
        In {deletionDays} days the account, quotes, messages, requests and files of {name} are
        deleted permanently, and a plan ends. Issued invoices, payments and accepted proposals are
        kept.
        {` We email ${name}. Until then, both of you can cancel the deletion.`}
      </Text>
      {data.companies.map((company) => (
        <Text key={company.name} fz="sm">
          {company.isLastMember
            ? `${company.name} will have no members; its requests and documents are kept.`
            : `${company.name} will have no manager.`}
        </Text>
      ))}
    </ActionDialog>
  );
}
