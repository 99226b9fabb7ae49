import { useRouter } from '@tanstack/react-router';

import { keyNameMax } from '~/contract/identity/api-keys';
import { newApiKeySchema } from '~/contract/identity/api-keys-schema';
import type { Permission } from '~/contract/identity/permissions';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';
import { CheckboxRows } from './checkbox-rows';
import { permissionRows } from './permission-words';

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
];

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

/** Dialog that creates an API key. */
export function NewKeyModal(props: {
  onClose(): void;
  onCreated(created: { name: string; key: string }): void;
}) {
  const { onClose, onCreated } = props;
  const { api } = useRouter().options.context;
  return (
    <ActionDialog
      title="Create API key"
      size="lg"
      submitLabel="Create API key"
      initial={{ name: '', permissions: [] as Permission[], lifetime: '365' }}
      fields={({ draft, change, errorOf }) => [
        {
          name: 'name',
          label: 'Name',
          description: 'The program that uses the key.',
          required: true,
          maxLength: keyNameMax,
        },
        <CheckboxRows
          key="permissions"
          label="Permissions"
          rows={permissionRows}
          value={draft.permissions}
          error={errorOf('permissions')}
          onChange={(permissions) => change((before) => ({ ...before, permissions }))}
        />,
        {
          kind: 'select',
          name: 'lifetime',
          label: 'Expires',
          description: 'We email you seven days before.',
          options: lifetimes,
        },
      ]}
      schema={newApiKeySchema}
      input={({ lifetime, ...fields }) => ({
        ...fields,
        ...(lifetime && { expiresAt: inDays(Number(lifetime)) }),
      })}
      mutation={api.admin.apiKeys.create.mutationOptions()}
      outcome={{
        done: success('API key created'),
        failed: 'Failed to create the API key',
        onDone: ({ key }, { name }) => {
          onClose();
          onCreated({ name, key });
        },
      }}
      onClose={onClose}
    />
  );
}
