import { Fieldset, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { companyMax, emailMax } from '~/contract/common/limits';
import { type CompanyDetail, companyFieldsSchema } from '~/contract/companies/companies-schema';
import { CountryField } from '~/web/admin/form/country-field';
import { ElectronicAddressFields } from '~/web/admin/form/endpoint-fields';
import { RecordForm } from '~/web/admin/form/record-form';
import { textProps } from '~/web/admin/form/text-props';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';

const empty = {
  name: '',
  vatNumber: '',
  address: '',
  postcode: '',
  city: '',
  country: '',
  email: '',
  buyerReference: '',
  taxNumber: '',
  registrationNumber: '',
  electronicAddress: { scheme: '', value: '' },
  notes: '',
};

const draftOf = ({
  name,
  vatNumber,
  address,
  postcode,
  city,
  country,
  email,
  buyerReference,
  taxNumber,
  registrationNumber,
  electronicAddress,
  notes,
}: CompanyDetail): typeof empty => ({
  name,
  vatNumber,
  address,
  postcode,
  city,
  country,
  email,
  buyerReference,
  taxNumber,
  registrationNumber,
  electronicAddress: electronicAddress ?? empty.electronicAddress,
  notes,
});

/** Returns the fields sent to the server: an address for structured invoices is left out without either of its parts. */
const fieldsOf = ({ electronicAddress, ...draft }: typeof empty) => ({
  ...draft,
  electronicAddress: electronicAddress.scheme || electronicAddress.value ? electronicAddress : null,
});
const draftSchema = {
  safeParse: (draft: unknown) => companyFieldsSchema.safeParse(fieldsOf(draft as typeof empty)),
};

/** A company and its billing profile, to be made or changed. */
export function CompanyForm(props: {
  opened?: CompanyDetail | undefined;
  onSaved(company: CompanyDetail): void;
  onClose(): void;
  onReload(): void;
}) {
  const { opened, onSaved } = props;
  const { api } = useRouter().options.context;
  const create = useMutation(api.admin.companies.create.mutationOptions());
  const update = useMutation(api.admin.companies.update.mutationOptions());
  const form = useRecordForm({
    keeping: keepingOf('company', opened),
    initial: opened ? draftOf(opened) : empty,
    schema: draftSchema,
    save: async (draft, overwrite) => {
      const known = overwrite || !opened ? {} : { expectedUpdatedAt: opened.updatedAt };
      const company = opened
        ? await update.mutateAsync({ id: opened.id, ...fieldsOf(draft), ...known })
        : await create.mutateAsync(fieldsOf(draft));
      notifyDone(opened ? 'Company updated' : 'Company added');
      await api.admin.companies.invalidate();
      onSaved(company);
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the company'),
  });
  const text = textProps(form);
  return (
    <RecordForm
      form={form}
      submitLabel={opened ? 'Save' : 'Add company'}
      onClose={props.onClose}
      onReload={props.onReload}
    >
      <TextInput label="Name" required maxLength={companyMax} {...text('name')} data-autofocus />
      <Fieldset legend="Billing data">
        <Stack gap="md">
          <Textarea label="Address" autosize minRows={2} maxLength={500} {...text('address')} />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput label="Postcode" maxLength={20} {...text('postcode')} />
            <TextInput label="City" maxLength={100} {...text('city')} />
            <CountryField
              value={form.draft.country}
              error={form.errorOf('country')}
              onChange={(country) => form.set('country', country)}
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="VAT number" maxLength={50} {...text('vatNumber')} />
            <TextInput label="Tax number" maxLength={50} {...text('taxNumber')} />
            <TextInput label="Registration number" maxLength={50} {...text('registrationNumber')} />
            <TextInput
              label="Buyer reference"
              description="A reference their invoices must show, such as a PO number."
              maxLength={100}
              {...text('buyerReference')}
            />
          </SimpleGrid>
          <TextInput
            type="email"
            label="Email for invoices"
            description="Defaults to the client of each document."
            maxLength={emailMax}
            {...text('email')}
          />
          <ElectronicAddressFields
            value={form.draft.electronicAddress}
            errorOf={(part) => form.errorOf(`electronicAddress.${part}`)}
            onChange={(electronicAddress) => form.set('electronicAddress', electronicAddress)}
          />
        </Stack>
      </Fieldset>
      <Textarea
        label="Notes"
        description="Only visible to admins."
        autosize
        minRows={2}
        maxLength={5000}
        {...text('notes')}
      />
    </RecordForm>
  );
}
