import { Fieldset } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { companyMax, emailMax } from '~/contract/common/limits';
import { type CompanyDetail, companyFieldsSchema } from '~/contract/companies/companies-schema';
import { BillingFields, billingOf, emptyBilling } from '~/web/admin/form/billing-fields';
import { FieldList } from '~/web/admin/form/field-list';
import { RecordForm } from '~/web/admin/form/record-form';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';

const empty = { ...emptyBilling, name: '', email: '', notes: '' };

/** Returns the form's fields of a company. */
const draftOf = (company: CompanyDetail): typeof empty => {
  const fields = Object.keys(empty).map((key) => [key, company[key as keyof typeof empty]]);
  return {
    ...Object.fromEntries(fields),
    electronicAddress: company.electronicAddress ?? empty.electronicAddress,
  };
};

const draftSchema = {
  safeParse: (draft: unknown) => companyFieldsSchema.safeParse(billingOf(draft as typeof empty)),
};

/** Form for a company and its billing profile. */
export function CompanyForm(props: {
  opened?: CompanyDetail | undefined;
  onSaved(company: CompanyDetail): void;
  onClose(): void;
  onReload(): void;
}) {
  const { opened, onSaved } = props;
  const { api } = useRouter().options.context;
  const refresh = useRefresh();
  const create = useMutation(api.admin.companies.create.mutationOptions());
  const update = useMutation(api.admin.companies.update.mutationOptions());
  const form = useRecordForm({
    keeping: keepingOf('company', opened),
    initial: opened ? draftOf(opened) : empty,
    schema: draftSchema,
    save: async (draft, overwrite) => {
      const known = overwrite || !opened ? {} : { expectedUpdatedAt: opened.updatedAt };
      const company = opened
        ? await update.mutateAsync({ id: opened.id, ...billingOf(draft), ...known })
        : await create.mutateAsync(billingOf(draft));
      notifyDone(opened ? 'Company updated' : 'Company added');
      await refresh();
      onSaved(company);
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the company'),
  });
  return (
    <RecordForm
      form={form}
      submitLabel={opened ? 'Save' : 'Add company'}
      onClose={props.onClose}
      onReload={props.onReload}
    >
      <FieldList
        form={form}
        isFocused
        fields={[
          { name: 'name', label: 'Name', required: true, maxLength: companyMax },
          <Fieldset key="billing" legend="Billing data">
            <BillingFields
              value={form.draft}
              errorOf={form.errorOf}
              onChange={(billing) => form.change((before) => ({ ...before, ...billing }))}
            />
          </Fieldset>,
          {
            name: 'email',
            label: 'Email for invoices',
            type: 'email',
            description: 'Defaults to the client of each document.',
            maxLength: emailMax,
          },
          {
            kind: 'area',
            name: 'notes',
            label: 'Notes',
            description: 'Only visible to admins.',
            maxLength: 5000,
          },
        ]}
      />
    </RecordForm>
  );
}
