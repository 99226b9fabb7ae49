import {
  Button,
  Fieldset,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { clientChangesSchema, type UserDetail } from '~/contract/admin/admin-schema';
import { companyMax, emailMax, nameMax, phoneMax } from '~/contract/common/limits';
import { CountryField } from '~/web/admin/form/country-field';
import { ElectronicAddressFields } from '~/web/admin/form/endpoint-fields';
import { useKeptFields } from '~/web/admin/form/use-kept-fields';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const fieldsOf = ({ user, phone, billing }: UserDetail) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone,
  company: billing.company ?? '',
  address: billing.address ?? '',
  postcode: billing.postcode ?? '',
  city: billing.city ?? '',
  country: billing.country ?? '',
  vatNumber: billing.vatNumber ?? '',
  taxNumber: billing.taxNumber ?? '',
  registrationNumber: billing.registrationNumber ?? '',
  buyerReference: billing.buyerReference ?? '',
  billingEmail: billing.email === user.email ? '' : billing.email,
  scheme: billing.electronicAddress?.scheme ?? '',
  endpoint: billing.electronicAddress?.value ?? '',
});
type Fields = ReturnType<typeof fieldsOf>;

/** Returns the fields to send. The billing data of a company member is edited at the company. */
function changesOf(id: string, fields: Fields, isMember: boolean) {
  const { firstName, lastName, email, phone, billingEmail, scheme, endpoint, ...billing } = fields;
  const person = { id, firstName, lastName, email, phone };
  if (isMember) return person;
  const electronicAddress = scheme || endpoint ? { scheme, value: endpoint } : null;
  return { ...person, billing: { ...billing, email: billingEmail, electronicAddress } };
}

/** Names of fields that differ between server and form. */
const shownPaths: Record<string, string> = {
  'billing.email': 'billingEmail',
  'billing.electronicAddress.scheme': 'scheme',
  'billing.electronicAddress.value': 'endpoint',
};
const shownErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      shownPaths[path] ?? path.replace('billing.', ''),
      message,
    ]),
  );

/** Changes a client: name, email, phone, and where their documents are made out to. */
export function EditClient({ detail, onClose }: { detail: UserDetail; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { user, company } = detail;
  const { fields, setFields, forget } = useKeptFields(`edit-client:${user.id}`, fieldsOf(detail));
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = useMutation(
    api.admin.users.change.mutationOptions(
      outcome({
        done: success('The client was changed'),
        onDone: () => {
          forget();
          onClose();
        },
        failed: (error) => {
          const wrong = shownErrors(fieldErrorsOf(error));
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'The client was not changed');
        },
        refresh: () =>
          Promise.all([
            api.admin.users.invalidate(),
            api.admin.companies.invalidate(),
            api.admin.invoices.invalidate(),
            api.admin.proposals.invalidate(),
          ]),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const checked = check(clientChangesSchema, changesOf(user.id, fields, company !== null));
    setErrors(shownErrors(checked.errors ?? {}));
    if (!checked.errors) save.mutate(checked.data);
  };
  const text = (key: keyof Fields, maxLength: number) => ({
    maxLength,
    value: fields[key],
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [key]: event.currentTarget.value }),
  });
  const isMoved = fields.email.trim().toLowerCase() !== user.email;
  return (
    <Dialog onClose={onClose} title="Edit client" size="lg" centered>
      <form onSubmit={submit} noValidate aria-label="Edit client">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="First name" required {...text('firstName', nameMax)} data-autofocus />
            <TextInput label="Last name" {...text('lastName', nameMax)} />
            <TextInput
              label="Email"
              type="email"
              required
              {...text('email', emailMax)}
              {...(isMoved && {
                description:
                  'The client is signed out, private links sent to the old address stop working, and it is notified.',
              })}
            />
            <TextInput label="Phone" type="tel" {...text('phone', phoneMax)} />
          </SimpleGrid>
          {company ? (
            <Text fz="sm">
              Documents are made out to{' '}
              <Link to="/admin" search={{ section: 'companies', open: company.id }}>
                {company.name}
              </Link>
              , whose billing data is changed there.
            </Text>
          ) : (
            <Fieldset legend="Billing data">
              <Stack gap="md">
                <TextInput label="Company" {...text('company', companyMax)} />
                <Textarea label="Address" autosize minRows={2} {...text('address', 500)} />
                <SimpleGrid cols={{ base: 1, sm: 3 }}>
                  <TextInput label="Postcode" {...text('postcode', 20)} />
                  <TextInput label="City" {...text('city', 100)} />
                  <CountryField
                    value={fields.country}
                    error={errors.country}
                    onChange={(country) => setFields({ ...fields, country })}
                  />
                </SimpleGrid>
                <SimpleGrid cols={{ base: 1, sm: 2 }}>
                  <TextInput label="VAT number" {...text('vatNumber', 50)} />
                  <TextInput label="Tax number" {...text('taxNumber', 50)} />
                  <TextInput label="Registration number" {...text('registrationNumber', 50)} />
                  <TextInput
                    label="Buyer reference"
                    description="For example, a PO number or a Leitweg-ID."
                    {...text('buyerReference', 100)}
                  />
                </SimpleGrid>
                <TextInput
                  label="Email for invoices"
                  type="email"
                  description="Defaults to the client's email."
                  {...text('billingEmail', emailMax)}
                />
                <ElectronicAddressFields
                  value={{ scheme: fields.scheme, value: fields.endpoint }}
                  errorOf={(part) => errors[part === 'scheme' ? 'scheme' : 'endpoint']}
                  onChange={({ scheme, value }) =>
                    setFields({ ...fields, scheme, endpoint: value })
                  }
                />
              </Stack>
            </Fieldset>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
