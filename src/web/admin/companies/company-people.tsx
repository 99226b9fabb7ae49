import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { CompanyDetail, CompanyMember } from '~/contract/companies/companies-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { success, withAction } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { IconUserPlus } from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';
import { MemberModal } from './member-modal';
import { rightsInWords } from './right-fields';

/** Who belongs to a company, and what each may see. */
export function CompanyPeople({ company }: { company: CompanyDetail }) {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('clients.write');
  const [edited, setEdited] = useState<CompanyMember | 'new'>();
  const refresh = () =>
    Promise.all([api.admin.companies.invalidate(), api.admin.users.invalidate()]);
  const add = useMutation(
    api.admin.companies.addMember.mutationOptions(
      outcome({
        done: success('The person was added'),
        failed: 'The person was not added',
        refresh,
      }),
    ),
  );
  const remove = useMutation(
    api.admin.companies.removeMember.mutationOptions(
      outcome({
        done: (_, { clientId }) => {
          const member = company.people.find((one) => one.clientId === clientId);
          const gone = `${member?.name ?? 'The person'} is no longer in ${company.name}`;
          return member
            ? withAction(gone, 'Add again', () => add.mutate({ id: company.id, ...member }))
            : success(gone);
        },
        failed: 'The person was not taken out',
        refresh: () =>
          Promise.all([api.admin.companies.invalidate(), api.admin.users.invalidate()]),
      }),
    ),
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3}>People</Title>
        {mayChange && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            Add person
          </Button>
        )}
      </Group>
      {company.people.length === 0 && (
        <Text c="dimmed" fz="sm">
          Nobody yet. What a person has belongs to the company once they are added.
        </Text>
      )}
      {company.people.map((member) => (
        <Group key={member.clientId} justify="space-between" align="flex-start">
          <div>
            <Link
              to="/admin"
              search={{ section: 'users', open: member.clientId }}
              className="row-link"
            >
              {member.name}
            </Link>
            <Text c="dimmed" fz="xs">
              {member.email}
            </Text>
            <Text fz="sm">{rightsInWords(member)}</Text>
          </div>
          {mayChange && (
            <Group gap="xs">
              <Button variant="subtle" size="compact-sm" onClick={() => setEdited(member)}>
                Change rights
              </Button>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                loading={remove.isPending && remove.variables.clientId === member.clientId}
                onClick={() => remove.mutate({ id: company.id, clientId: member.clientId })}
              >
                Remove
              </Button>
            </Group>
          )}
        </Group>
      ))}
      {company.invitations.map((invitation) => (
        <Text key={invitation.id} c="dimmed" fz="sm">
          {invitation.email}: invited by {invitation.invitedBy}, not accepted yet
        </Text>
      ))}
      {edited && (
        <MemberModal
          company={company}
          member={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
}
