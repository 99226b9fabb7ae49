import { Button, Checkbox, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { newClientSchema } from '~/contract/admin/admin-schema';
import { emailMax, nameMax } from '~/contract/common/limits';
import { useKeptFields } from '~/web/admin/form/use-kept-fields';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { keepPreviousData, useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const searchAfterMs = 200;
const foundMax = 20;

/** Adds a client who has not signed up. */
export function AddClient({ onClose }: { onClose(): void }) {
  const { api } = useRouter().options.context;
  const { change } = useAdminSearch();
  const { fields, setFields, forget } = useKeptFields('add-client', {
    firstName: '',
    lastName: '',
    email: '',
  });
  const [companyId, setCompanyId] = useState<string | null>(null);
  const [invite, setInvite] = useState(false);
  const [typed, setTyped] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [search] = useDebouncedValue(typed.trim(), searchAfterMs);
  const companies = useQuery(
    api.admin.companies.page.queryOptions(
      { search, pageSize: foundMax, sort: 'name' },
      { placeholderData: keepPreviousData },
    ),
  );
  const create = useMutation(
    api.admin.users.create.mutationOptions(
      outcome({
        done: ({ firstName, lastName }) =>
          success(`${firstName} ${lastName} added`.replace('  ', ' ')),
        // In place of the form, which Back would open again.
        onDone: ({ id }) => {
          forget();
          void change({ open: id }, true);
        },
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to add the client');
        },
        refresh: () =>
          Promise.all([api.admin.users.invalidate(), api.admin.companies.invalidate()]),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const checked = check(newClientSchema, {
      ...fields,
      invite,
      companyId: companyId ? Number(companyId) : null,
    });
    setErrors(checked.errors ?? {});
    if (!checked.errors) create.mutate(checked.data);
  };
  const text = (key: keyof typeof fields, maxLength: number) => ({
    maxLength,
    value: fields[key],
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [key]: event.currentTarget.value }),
  });
  return (
    <Dialog onClose={onClose} title="Add a client" centered>
      <form onSubmit={submit} noValidate aria-label="Add a client">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="First name" required {...text('firstName', nameMax)} data-autofocus />
            <TextInput label="Last name" {...text('lastName', nameMax)} />
          </SimpleGrid>
          <TextInput label="Email" type="email" required {...text('email', emailMax)} />
          <Select
            label="Company"
            placeholder="None"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the company' }}
            searchable
            data={(companies.data?.rows ?? []).map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
            value={companyId}
            searchValue={typed}
            onSearchChange={setTyped}
            onChange={setCompanyId}
            filter={({ options }) => options}
            nothingFoundMessage="No company found"
          />
          <Checkbox
            label="Send portal invitation"
            checked={invite}
            onChange={({ currentTarget }) => setInvite(currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Add client
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
