import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { CompanyMember } from '~/contract/companies/companies-schema';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { IconUserPlus } from '~/web/ui/icons';
import { AddMember, MemberRights } from './member-modal';
import { RemoveMember } from './remove-member';
import { rightsInWords } from './right-fields';

/** Members of a company and their rights. */
export function CompanyPeople({ company }: { company: CompanyDetail }) {
  const mayChange = useCan()('clients.write');
  const [edited, setEdited] = useState<CompanyMember | 'new'>();
  const [removed, setRemoved] = useState<CompanyMember>();
  return (
    <Stack gap="xs" component="section" aria-label="People">
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
          No people yet. When you add a person, their records move to the company.
        </Text>
      )}
      <ul className="record-entries">
        {company.people.map((member) => (
          <li key={member.clientId}>
            <div>
              <Link
                to="/admin"
                search={{ section: 'users', open: member.clientId }}
                className="row-link"
              >
                {member.name}
              </Link>
              {member.email !== member.name && (
                <Text c="dimmed" fz="xs">
                  {member.email}
                </Text>
              )}
              <Text fz="sm">{rightsInWords(member)}</Text>
            </div>
            {mayChange && (
              <Group gap="xs">
                <Button variant="subtle" size="compact-sm" onClick={() => setEdited(member)}>
                  Edit permissions
                </Button>
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  onClick={() => setRemoved(member)}
                >
                  Remove
                </Button>
              </Group>
            )}
          </li>
        ))}
        {company.invitations.map((invitation) => (
          <li key={invitation.id}>
            <Text c="dimmed" fz="sm">
              {invitation.email}: invited by {invitation.invitedBy}, pending
            </Text>
          </li>
        ))}
      </ul>
      {removed && (
        <RemoveMember company={company} member={removed} onClose={() => setRemoved(undefined)} />
      )}
      {edited === 'new' && <AddMember company={company} onClose={() => setEdited(undefined)} />}
      {edited && edited !== 'new' && (
        <MemberRights company={company} member={edited} onClose={() => setEdited(undefined)} />
      )}
    </Stack>
  );
}
