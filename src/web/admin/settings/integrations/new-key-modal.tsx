import { Button, Checkbox, Group, Select, Stack, Table, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { keyNameMax } from '~/contract/identity/api-keys';
import { apiKeyFormSchema, keyLifetimes } from '~/contract/identity/api-keys-schema';
import type { Permission } from '~/contract/identity/permissions';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { permissionParts } from './permission-words';

type Lifetime = (typeof keyLifetimes)[number];
const lifetimeLabels: Record<Lifetime, string> = {
  30: '30 days',
  90: '90 days',
  365: '1 year',
  never: 'Never',
};

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

/** Creates an API key. */
export function NewKeyModal(props: {
  onClose(): void;
  onCreated(created: { name: string; key: string }): void;
}) {
  const { onClose, onCreated } = props;
  const { api } = useRouter().options.context;
  const [fields, setFields] = useState({
    name: '',
    permissions: [] as Permission[],
    lifetime: '365' as Lifetime,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const create = useMutation(
    api.admin.apiKeys.create.mutationOptions(
      outcome({
        done: success('API key created'),
        onDone: ({ key }, { name }) => {
          onClose();
          onCreated({ name, key });
        },
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to create the API key');
        },
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const checked = check(apiKeyFormSchema, fields);
    setErrors(checked.errors ?? {});
    if (checked.errors) return;
    const { lifetime, ...data } = checked.data;
    create.mutate({
      ...data,
      ...(lifetime !== 'never' && { expiresAt: inDays(Number(lifetime)) }),
    });
  };
  return (
    <Dialog onClose={onClose} title="Create API key" centered size="lg">
      <form onSubmit={submit} noValidate aria-label="Create API key">
        <Stack gap="md">
          <TextInput
            label="Name"
            description="The program that uses the key."
            required
            maxLength={keyNameMax}
            value={fields.name}
            error={errors.name}
            onChange={(event) => setFields({ ...fields, name: event.currentTarget.value })}
            data-autofocus
          />
          <Permissions
            value={fields.permissions}
            error={errors.permissions}
            onChange={(permissions) => setFields({ ...fields, permissions })}
          />
          <Select
            label="Expires"
            description="We email you seven days before."
            data={keyLifetimes.map((value) => ({ value, label: lifetimeLabels[value] }))}
            value={fields.lifetime}
            allowDeselect={false}
            onChange={(lifetime) => lifetime && setFields({ ...fields, lifetime })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create API key
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Permissions(props: {
  value: Permission[];
  error: string | undefined;
  onChange(value: Permission[]): void;
}) {
  const { error, onChange, value } = props;
  return (
    <Checkbox.Group
      label="Permissions"
      required
      value={value}
      error={error}
      onChange={(given) => onChange(given as Permission[])}
    >
      <Table mt={4}>
        <Table.Tbody>
          {permissionParts.map(({ noun, permissions }) => (
            <Table.Tr key={noun}>
              <Table.Th scope="row">{noun}</Table.Th>
              <Table.Td>
                <Group gap="md">
                  {permissions.map(({ value: one, label }) => (
                    <Checkbox
                      key={one}
                      value={one}
                      label={label}
                      aria-label={`${noun}: ${label}`}
                    />
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Checkbox.Group>
  );
}
