import { Autocomplete, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

import { emailMax } from '~/contract/common/limits';
import { type CompanyMember, newMemberSchema } from '~/contract/companies/companies-schema';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { clientLabel } from '~/web/admin/ui/client-names';
import { deleted, success } from '~/web/admin/ui/notices';
import { keepPreviousData, useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { RightFields, type Rights } from './right-fields';

const searchAfterMs = 200;

interface Person {
  who: string;
  /**
   * Id of the selected client. It is stored here because the field then contains the label of the
   * selected option, and a search for that label finds no client.
   */
  chosen?: string | undefined;
}

/** Changes the rights of a member. */
export function MemberRights(props: {
  company: CompanyDetail;
  member: CompanyMember;
  onClose(): void;
}) {
  const { company, member, onClose } = props;
  const { companies } = useRouter().options.context.api.admin;
  const initial: Rights = { rights: member.rights, isManager: member.isManager };
  return (
    <ActionDialog
      title={`Permissions of ${member.name}`}
      submitLabel="Save"
      initial={initial}
      fields={({ draft, change }) => [
        <RightFields key="rights" value={draft} onChange={(rights) => change(() => rights)} />,
      ]}
      input={(rights) => ({ id: company.id, clientId: member.clientId, ...rights })}
      mutation={companies.changeMember.mutationOptions()}
      outcome={{
        done: success('Permissions updated'),
        failed: 'Failed to update permissions',
      }}
      onClose={onClose}
    />
  );
}

/** Adds a client, or a person by email, to a company. */
export function AddMember({ company, onClose }: { company: CompanyDetail; onClose(): void }) {
  const { companies } = useRouter().options.context.api.admin;
  const remove = useMutation(
    companies.removeMember.mutationOptions(
      outcome({
        done: success('Person removed, with their records'),
        failed: 'Failed to remove the person',
      }),
    ),
  );
  const initial: Rights & Person = {
    who: '',
    rights: ['requests', 'invoices'],
    isManager: company.people.length === 0,
  };
  return (
    <ActionDialog
      title={`Add a person to ${company.name}`}
      submitLabel="Add"
      initial={initial}
      fields={({ draft, change, errorOf }) => [
        <PersonField
          key="who"
          person={draft}
          error={errorOf('email') ?? errorOf('clientId')}
          onChange={(person) => change((before) => ({ ...before, ...person }))}
        />,
        <Text key="moves" fz="sm" c="dimmed">
          Their requests and documents move to {company.name}.
        </Text>,
        <RightFields
          key="rights"
          value={draft}
          onChange={(rights) => change((before) => ({ ...before, ...rights }))}
        />,
      ]}
      schema={newMemberSchema}
      input={({ who, chosen, rights, isManager }) => ({
        id: company.id,
        rights,
        isManager,
        ...(chosen ? { clientId: chosen } : { email: who }),
      })}
      mutation={companies.addMember.mutationOptions()}
      outcome={{
        done: (changed, { chosen, who }) => {
          const added = changed.people.find(
            (one) => one.clientId === chosen || one.email === who.trim().toLowerCase(),
          );
          // Undo is meant for members who were added by mistake. They take the records that they
          // brought.
          return added
            ? deleted(`${added.name} added`, () =>
                remove.mutate({ id: company.id, clientId: added.clientId, withBrought: true }),
              )
            : success('Person added');
        },
        failed: 'Failed to add the person',
      }}
      onClose={onClose}
    />
  );
}

/** Field for a client by name or email, or for a new email. */
function PersonField(props: {
  person: Person;
  error: string | undefined;
  onChange(person: Person): void;
}) {
  const { person, error, onChange } = props;
  const { companies } = useRouter().options.context.api.admin;
  const [search] = useDebouncedValue(person.who.trim(), searchAfterMs);
  const candidates = useQuery(
    companies.candidates.queryOptions(
      { search },
      { enabled: !person.chosen && search.length > 1, placeholderData: keepPreviousData },
    ),
  );
  const found = new Map((candidates.data ?? []).map((one) => [clientLabel(one), one.clientId]));
  return (
    <Autocomplete
      label="Client or email"
      description="A new email gets an account. We don’t send an email."
      required
      maxLength={emailMax + 200}
      value={person.who}
      error={error}
      data={[...found.keys()]}
      filter={({ options }) => options}
      onChange={(who) => onChange({ who, chosen: found.get(who) })}
      data-autofocus
    />
  );
}
