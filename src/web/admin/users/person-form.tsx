import { Fieldset, Stack, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import { clientChangesSchema, type UserDetail } from '~/contract/admin/admin-schema';
import { companyMax, emailMax, nameMax, phoneMax } from '~/contract/common/limits';
import { ClientForm } from '~/web/admin/documents/client-form';
import { BillingFields, billingOf, emptyBilling } from '~/web/admin/form/billing-fields';
import { changesBetween } from '~/web/admin/form/changes-between';
import { FieldList } from '~/web/admin/form/field-list';
import { useCan } from '~/web/admin/shell/use-can';
import { useMutation } from '~/web/lib/queries';

const draftOf = ({ user, company, phone, billing }: UserDetail) => ({
  companyId: company?.id ?? null,
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
type PersonDraft = ReturnType<typeof draftOf>;

/** Returns the fields of the API. The billing data of a company's member is edited on the company's page. */
const inputOf = ({ billing, companyId, confirmsUndo: _, ...person }: PersonDraft) => ({
  person,
  billing: companyId === null ? billingOf(billing) : {},
});
type PersonInput = ReturnType<typeof inputOf>;

const differences = (before: PersonInput, after: PersonInput) => ({
  ...changesBetween(before.person, after.person),
  billing: changesBetween(before.billing, after.billing),
});

/** Form for a client's name, email, phone, and billing data. */
export function PersonForm(props: { detail: UserDetail; refetch(): Promise<{ error: unknown }> }) {
  const { user, company } = props.detail;
  const { users } = useRouter().options.context.api.admin;
  const mayChange = useCan()('clients.write') && user.status !== 'deleted';
  const change = useMutation(users.change.mutationOptions());
  return (
    <ClientForm
      name={`edit-client:${user.id}`}
      stored={{ values: draftOf(props.detail) }}
      schema={{
        safeParse: (draft: PersonDraft) => {
          const { person, billing } = inputOf(draft);
          return clientChangesSchema.safeParse({ id: user.id, ...person, billing });
        },
      }}
      // Sends only changes, because other admins may have changed other fields.
      save={(draft, opened, isOverwriting) => {
        const [before, after] = [inputOf(opened.values), inputOf(draft)];
        const { companyId } = opened.values;
        return change.mutateAsync({
          id: user.id,
          confirmsUndo: draft.confirmsUndo,
          ...differences(before, after),
          expected: { companyId, ...(!isOverwriting && differences(after, before)) },
        });
      }}
      done="The client was changed"
      failed="The client was not changed"
      mayChange={mayChange}
      refetch={props.refetch}
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
          <Fieldset key="billing" legend="Billing details">
            <Stack gap="md">
              <FieldList
                form={form}
                fields={[
                  [
                    { name: 'billing.company', label: 'Company', maxLength: companyMax },
                    {
                      name: 'billing.email',
                      label: 'Email for invoices',
                      type: 'email',
                      description: "Defaults to the client's email.",
                      maxLength: emailMax,
                    },
                  ],
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
    />
  );
}
