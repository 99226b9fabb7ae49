import { Button, Group, Select, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { can } from '~/contract/identity/permissions';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import { outcome } from '~/web/ui/outcome';

interface OwnerFieldProps {
  kind: LeadKind;
  lead: { id: number; ownerId: string | null };
}

/**
 * Field for the admin to whom a lead is assigned. Owners of the agency choose among all admins; others can assign
 * themselves, or remove the assignment.
 */
export function OwnerField(props: OwnerFieldProps) {
  const { api } = useRouter().options.context;
  const viewer = useViewer();
  const mayI = useCan();
  const { kind, lead } = props;
  const change = useMutation(
    api.admin.conversations.setOwner.mutationOptions(
      outcome({
        done: success('Owner changed'),
        failed: 'Failed to change the owner',
      }),
    ),
  );
  const give = (ownerId: string | null) => change.mutate({ kind, id: lead.id, ownerId });
  if (mayI('admins.read') && mayI('leads.write')) {
    return <OwnerSelect ownerId={lead.ownerId} onChange={give} />;
  }
  const isMine = lead.ownerId !== null && lead.ownerId === viewer?.id;
  return (
    <Group gap="sm">
      <Text fz="sm">
        Owner: {isMine ? 'you' : lead.ownerId === null ? 'none' : 'another admin'}
      </Text>
      {mayI('leads.write') && (
        <Button
          size="xs"
          variant="default"
          aria-keyshortcuts="a"
          onClick={() => give(isMine ? null : (viewer?.id ?? null))}
        >
          {isMine ? 'Unassign' : 'Assign to me'}
        </Button>
      )}
    </Group>
  );
}

function OwnerSelect(props: { ownerId: string | null; onChange(ownerId: string | null): void }) {
  const { api } = useRouter().options.context;
  const { data = [] } = useQuery(api.admin.admins.list.queryOptions({}));
  return (
    <Select
      label="Owner"
      aria-keyshortcuts="a"
      title="Owner (press a)"
      placeholder="None"
      clearable
      value={props.ownerId}
      data={data
        // Offers admins who can work on leads, and the one who is assigned.
        .filter(
          ({ id, status, role }) =>
            (status === 'active' && can(role, 'leads.write')) || id === props.ownerId,
        )
        .map(({ id, name }) => ({ value: id, label: name }))}
      onChange={props.onChange}
    />
  );
}
