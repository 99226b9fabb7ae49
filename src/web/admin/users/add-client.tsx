import { useRouter } from '@tanstack/react-router';

import { newClientSchema } from '~/contract/admin/admin-schema';
import { emailMax, nameMax } from '~/contract/common/limits';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { CompanyField } from '~/web/admin/form/company-field';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { success } from '~/web/admin/ui/notices';

/** Form for a client who has not signed up. */
export function AddClient({ onClose }: { onClose(): void }) {
  const { users } = useRouter().options.context.api.admin;
  const { openRecord } = useAdminSearch();
  return (
    <ActionDialog
      title="Add a client"
      submitLabel="Add client"
      keepAs="add-client"
      initial={{
        firstName: '',
        lastName: '',
        email: '',
        companyId: null as string | null,
        invite: false,
      }}
      fields={({ draft, change, errorOf }) => [
        [
          { name: 'firstName', label: 'First name', required: true, maxLength: nameMax },
          { name: 'lastName', label: 'Last name', maxLength: nameMax },
        ],
        { name: 'email', label: 'Email', type: 'email', required: true, maxLength: emailMax },
        <CompanyField
          key="company"
          label="Company"
          placeholder="None"
          value={draft.companyId}
          error={errorOf('companyId')}
          onChange={(companyId) => change((before) => ({ ...before, companyId }))}
        />,
        { kind: 'checkbox', name: 'invite', label: 'Send portal invitation' },
      ]}
      schema={newClientSchema}
      input={({ companyId, ...draft }) => ({
        ...draft,
        companyId: companyId ? Number(companyId) : null,
      })}
      mutation={users.create.mutationOptions()}
      outcome={{
        done: ({ firstName, lastName }) =>
          success(`${firstName} ${lastName} added`.replace('  ', ' ')),
        onDone: ({ id }) => void openRecord(id),
        failed: 'Failed to add the client',
      }}
      onClose={onClose}
    />
  );
}
