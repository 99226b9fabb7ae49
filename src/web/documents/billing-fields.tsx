import { useRouter } from '@tanstack/react-router';

import { companyMax, emailMax, nameMax } from '~/contract/common/limits';
import type { BillingProfile, BillingProfileFields } from '~/contract/companies/companies-schema';
import { useForm } from '~/web/lib/use-form';
import { TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import { AddressFields } from './address-fields';
import styles from './billing-fields.module.css';

const loadSchema = () =>
  import('~/contract/companies/companies-schema').then(
    (module) => module.billingProfileFieldsSchema,
  );
const loadSchemaWithCountry = () =>
  import('~/contract/companies/companies-schema').then((module) => module.billedFieldsSchema);
const loadSchemaWithAddress = () =>
  import('~/contract/companies/companies-schema').then((module) => module.addressedFieldsSchema);

/**
 * Fields for a client's billing data on their next documents.
 *
 * @param required data that the purchase requires, because of its tax or the law of the seller's country
 */
export function BillingFields(props: {
  profile: BillingProfile;
  required?: readonly ('address' | 'country')[];
  submitLabel: string;
  pendingLabel: string;
  onSaved(profile: BillingProfile): void | Promise<void>;
}) {
  const { profile, required = [], onSaved } = props;
  const needsAddress = required.includes('address');
  const needsCountry = required.includes('country');
  const loadRequired = needsAddress ? loadSchemaWithAddress : loadSchemaWithCountry;
  const { api, client } = useRouter().options.context;
  const isCompany = profile.of === 'company';
  const form = useForm<BillingProfileFields>({
    draft: { name: `billing:${profile.of}`, keptWhile: 'sending' },
    loadSchema: needsCountry ? loadRequired : loadSchema,
    send: async (fields) => {
      const saved = await client.companies.changeProfile.mutate(fields);
      api.companies.profile.setData(undefined, saved);
      await onSaved(saved);
    },
    failureText: 'Failed to save your billing data. Please try again.',
  });
  const { errors } = form;
  const text = (name: keyof BillingProfileFields) => ({
    name,
    error: errors[name],
    defaultValue: profile[name],
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label="Billing data">
      {isCompany ? (
        <>
          <input type="hidden" name="name" value={profile.name} readOnly />
          <CompanyField isOptional={false} {...text('company')} />
        </>
      ) : (
        <div className={styles.names}>
          <TextField label="Name" autoComplete="name" maxLength={nameMax} {...text('name')} />
          <CompanyField isOptional {...text('company')} />
        </div>
      )}
      <AddressFields
        field={text}
        isAddressOptional={!needsAddress}
        isCountryOptional={!needsCountry}
      />
      <div className={styles.names}>
        <TextField label="VAT number" optional maxLength={50} {...text('vatNumber')} />
        <TextField
          label="Your reference"
          optional
          hint="A reference your invoices must show, such as a PO number."
          maxLength={100}
          {...text('buyerReference')}
        />
      </div>
      <TextField
        label="Email for invoices"
        type="email"
        optional
        hint="Defaults to your own address."
        maxLength={emailMax}
        {...text('email')}
      />
      <SubmitButton form={form} label={props.submitLabel} pendingLabel={props.pendingLabel} />
    </form>
  );
}

function CompanyField({
  isOptional,
  ...field
}: {
  name: string;
  error: string | undefined;
  defaultValue: string;
  isOptional: boolean;
}) {
  return (
    <TextField
      label="Company"
      autoComplete="organization"
      optional={isOptional}
      maxLength={companyMax}
      {...field}
    />
  );
}
