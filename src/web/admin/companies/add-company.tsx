import { useRouter } from '@tanstack/react-router';

import { companyMax } from '~/contract/common/limits';
import { companyFieldsSchema } from '~/contract/companies/companies-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { success } from '~/web/admin/ui/notices';

/** Form for a new company, whose page then opens. */
export function AddCompany({ onClose }: { onClose(): void }) {
  const { companies } = useRouter().options.context.api.admin;
  const { openRecord } = useAdminSearch();
  return (
    <ActionDialog
      title="Add a company"
      submitLabel="Add company"
      keepAs="company:new"
      initial={{ name: '' }}
      fields={[{ name: 'name', label: 'Name', required: true, maxLength: companyMax }]}
      schema={companyFieldsSchema}
      input={(draft) => draft}
      mutation={companies.create.mutationOptions()}
      outcome={{
        done: success('Company added'),
        onDone: ({ id }) => void openRecord(id),
        failed: 'Failed to save the company',
      }}
      onClose={onClose}
    />
  );
}
