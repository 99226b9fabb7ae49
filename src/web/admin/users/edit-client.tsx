import { Fieldset, Stack, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { clientChangesSchema, type UserDetail } from '~/contract/admin/admin-schema';
import { companyMax, emailMax, nameMax, phoneMax } from '~/contract/common/limits';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { BillingFields, billingOf, emptyBilling } from '~/web/admin/form/billing-fields';
import { FieldList } from '~/web/admin/form/field-list';
import { success } from '~/web/admin/ui/notices';

const draftOf = ({ user, phone, billing }: UserDetail) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone,
  confirmsUndo: false,
  billing: {
    company: billing.company ?? '',
    address: billing.address ?? '',
    postcode: billing.postcode ?? '',
    city: billing.city ?? '',
    country: billing.country ?? '',
    vatNumber: billing.vatNumber ?? '',
    taxNumber: billing.taxNumber ?? '',
    registrationNumber: billing.registrationNumber ?? '',
    buyerReference: billing.buyerReference ?? '',
    email: billing.email === user.email ? '' : billing.email,
    electronicAddress: billing.electronicAddress ?? emptyBilling.electronicAddress,
  },
});

/** Form for a client's name, email, phone, and billing data. */
export function EditClient({ detail, onClose }: { detail: UserDetail; onClose(): void }) {
  const { users } = useRouter().options.context.api.admin;
  const { user, company } = detail;
  const [initial] = useState(() => draftOf(detail));
  return (
    <ActionDialog
      title="Edit client"
      size="lg"
      submitLabel="Save"
      keepAs={`edit-client:${user.id}`}
      initial={initial}
      fields={(form) => [
        [
          { name: 'firstName', label: 'First name', required: true, maxLength: nameMax },
          { name: 'lastName', label: 'Last name', maxLength: nameMax },
        ],
        [
          {
            name: 'email',
            label: 'Email',
            type: 'email',
            required: true,
            maxLength: emailMax,
            description:
              form.draft.email.trim().toLowerCase() !== user.email &&
              'The client is signed out, private links sent to the old address stop working, and it is notified.',
          },
          { name: 'phone', label: 'Phone', type: 'tel', maxLength: phoneMax },
        ],
        (form.errors.confirmsUndo || form.draft.confirmsUndo) && {
          name: 'confirmsUndo',
          label: 'Restore this email, and undo what was done since then',
          kind: 'checkbox',
        },
        company ? (
          <Text key="company" fz="sm">
            Documents are made out to{' '}
            <Link to="/admin" search={{ section: 'companies', open: company.id }}>
              {company.name}
            </Link>
            , whose billing data is changed there.
          </Text>
        ) : (
          <Fieldset key="billing" legend="Billing data">
            <Stack gap="md">
              <FieldList
                form={form}
                fields={[
                  { name: 'billing.company', label: 'Company', maxLength: companyMax },
                  {
                    name: 'billing.email',
                    label: 'Email for invoices',
                    type: 'email',
                    description: "Defaults to the client's email.",
                    maxLength: emailMax,
                  },
                ]}
              />
              <BillingFields
                value={form.draft.billing}
                errorOf={(path) => form.errorOf(`billing.${path}`)}
                onChange={(billing) =>
                  form.change((before) => ({
                    ...before,
                    billing: { ...before.billing, ...billing },
                  }))
                }
              />
            </Stack>
          </Fieldset>
        ),
      ]}
      schema={clientChangesSchema}
      input={({ billing, ...person }) => ({
        id: user.id,
        ...person,
        // The billing data of a company's member is edited in the company's form.
        ...(!company && {
          billing: billingOf(billing),
        }),
      })}
      mutation={users.change.mutationOptions()}
      outcome={{
        done: success('The client was changed'),
        failed: 'The client was not changed',
      }}
      onClose={onClose}
    />
  );
}
