import { Fieldset } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { companyMax, emailMax } from '~/contract/common/limits';
import { companyFieldsSchema } from '~/contract/companies/companies-schema';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { ClientForm } from '~/web/admin/documents/client-form';
import { BillingFields, billingOf, emptyBilling } from '~/web/admin/form/billing-fields';
import { useCan } from '~/web/admin/shell/use-can';
import { useMutation } from '~/web/lib/queries';

const empty = { ...emptyBilling, name: '', email: '', notes: '' };

/** Converts a company to the values of the form. */
const draftOf = (company: CompanyDetail): typeof empty => {
  const fields = Object.keys(empty).map((key) => [key, company[key as keyof typeof empty]]);
  return {
    ...Object.fromEntries(fields),
    electronicAddress: company.electronicAddress ?? empty.electronicAddress,
  };
};

/** Form for a company's name, notes and billing data. */
export function CompanyForm(props: {
  company: CompanyDetail;
  refetch(): Promise<{ error: unknown }>;
}) {
  const { company, refetch } = props;
  const { companies } = useRouter().options.context.api.admin;
  const mayChange = useCan()('clients.write');
  const update = useMutation(companies.update.mutationOptions());
  return (
    <ClientForm
      name={`company:${company.id}`}
      stored={{ values: draftOf(company), version: company.updatedAt }}
      schema={{
        safeParse: (draft: typeof empty) => companyFieldsSchema.safeParse(billingOf(draft)),
      }}
      save={(draft, { version }, isOverwriting) =>
        update.mutateAsync({
          id: company.id,
          ...billingOf(draft),
          ...(!isOverwriting && { expectedUpdatedAt: version }),
        })
      }
      done="Company updated"
      failed="Failed to save the company"
      mayChange={mayChange}
      refetch={refetch}
      fields={(form) => [
        [
          { name: 'name', label: 'Name', required: true, maxLength: companyMax },
          {
            name: 'email',
            label: 'Email for invoices',
            type: 'email',
            description: 'Defaults to the client of each document.',
            maxLength: emailMax,
          },
        ],
        <Fieldset key="billing" legend="Billing details">
          <BillingFields
            value={form.draft}
            errorOf={form.errorOf}
            onChange={(billing) => form.change((before) => ({ ...before, ...billing }))}
          />
        </Fieldset>,
        {
          kind: 'area',
          name: 'notes',
          label: 'Notes',
          description: 'Only visible to admins.',
          maxLength: 5000,
        },
      ]}
    />
  );
}
