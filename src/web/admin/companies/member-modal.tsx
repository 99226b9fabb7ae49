import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { emailMax } from '~/contract/common/limits';
import {
  type CompanyDetail,
  type CompanyMember,
  newMemberSchema,
} from '~/contract/companies/companies-schema';
import { clientLabel } from '~/web/admin/ui/client-names';
import { Dialog } from '~/web/admin/ui/dialog';
import { deleted, notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { keepPreviousData, useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { RightFields, type Rights } from './right-fields';

const searchAfterMs = 200;

/** Adds a client, or the person with an email, to a company; or changes what a member may see. */
export function MemberModal(props: {
  company: CompanyDetail;
  member: CompanyMember | undefined;
  onClose(): void;
}) {
  const { company, member, onClose } = props;
  const { api } = useRouter().options.context;
  const [who, setWho] = useState('');
  /** Kept apart from what was found, which follows the text of the field: that of a choice finds no client. */
  const [chosen, setChosen] = useState<string>();
  const [rights, setRights] = useState<Rights>(
    member ?? { rights: ['requests', 'invoices'], isManager: company.people.length === 0 },
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  const [search] = useDebouncedValue(who.trim(), searchAfterMs);
  const candidates = useQuery(
    api.admin.companies.candidates.queryOptions(
      { search },
      { enabled: !member && !chosen && search.length > 1, placeholderData: keepPreviousData },
    ),
  );
  const found = new Map((candidates.data ?? []).map((one) => [clientLabel(one), one.clientId]));
  const refresh = () =>
    Promise.all([api.admin.companies.invalidate(), api.admin.users.invalidate()]);
  const remove = useMutation(
    api.admin.companies.removeMember.mutationOptions(
      outcome({
        done: success('Person removed, with their records'),
        failed: 'Failed to remove the person',
        refresh,
      }),
    ),
  );
  const change = useMutation(
    api.admin.companies.changeMember.mutationOptions(
      outcome({
        done: success('Permissions updated'),
        onDone: onClose,
        failed: 'Failed to update permissions',
        refresh,
      }),
    ),
  );
  const add = useMutation(
    api.admin.companies.addMember.mutationOptions(
      outcome({
        done: (changed, { clientId, email }) => {
          const added = changed.people.find(
            (one) => one.clientId === clientId || one.email === email?.toLowerCase(),
          );
          // By mistake: what they brought is theirs again.
          return added
            ? deleted(`${added.name} added`, () =>
                remove.mutate({ id: company.id, clientId: added.clientId, withBrought: true }),
              )
            : success('Person added');
        },
        onDone: onClose,
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to add the person');
        },
        refresh,
      }),
    ),
  );
  const isPending = add.isPending || change.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (member) {
      const { isManager } = rights;
      const given = { id: company.id, clientId: member.clientId, rights: [...rights.rights] };
      change.mutate({ ...given, isManager });
      return;
    }
    const checked = check(newMemberSchema, {
      id: company.id,
      ...rights,
      ...(chosen ? { clientId: chosen } : { email: who }),
    });
    setErrors(checked.errors ?? {});
    if (!checked.errors) add.mutate(checked.data);
  };
  const title = member ? `Permissions of ${member.name}` : `Add a person to ${company.name}`;
  return (
    <Dialog onClose={onClose} title={title} centered>
      <form onSubmit={submit} noValidate aria-label={title}>
        <Stack gap="md">
          {!member && (
            <>
              <Autocomplete
                label="Client or email"
                description="A new email gets an account. We don’t send an email."
                required
                maxLength={emailMax + 200}
                value={who}
                error={errors.email ?? errors.clientId}
                data={[...found.keys()]}
                filter={({ options }) => options}
                onChange={(text) => {
                  setWho(text);
                  setChosen(found.get(text));
                }}
                data-autofocus
              />
              <Text fz="sm" c="dimmed">
                Their requests and documents move to {company.name}.
              </Text>
            </>
          )}
          <RightFields value={rights} onChange={setRights} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {member ? 'Save' : 'Add'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
