import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { companyMax, emailMax, nameMax } from '~/contract/common/limits';
import type { BillingProfile, BillingProfileFields } from '~/contract/companies/companies-schema';
import { errorStatusOf } from '~/web/lib/api-error';
import { fill, read, useForm } from '~/web/lib/use-form';
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

type Fields = Record<string, string>;

const fieldsOf = ({ companyId: _, canEdit: __, ...fields }: BillingProfile): Fields => fields;

/** Returns the names of the fields that differ from a profile. */
const changedIn = (values: Fields, profile: BillingProfile) =>
  Object.keys(values).filter((name) => values[name] !== fieldsOf(profile)[name]);

const pick = <Values extends object>(values: Values, names: string[]): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => names.includes(name)),
  ) as Partial<Values>;

/**
 * Fields for the billing data that a client's next documents will use.
 *
 * @param required data that the purchase requires, because of its tax or the law of the seller's
 * country
 */
export function BillingFields(props: {
  profile: BillingProfile;
  required?: readonly ('address' | 'country')[];
  submitLabel: string;
  pendingLabel: string;
  onSaved(profile: BillingProfile): void | Promise<void>;
}) {
  const { required = [], onSaved } = props;
  const needsAddress = required.includes('address');
  const needsCountry = required.includes('country');
  const loadRequired = needsAddress ? loadSchemaWithAddress : loadSchemaWithCountry;
  const { api, client } = useRouter().options.context;
  /** Stored profile that the fields show, apart from typed changes. */
  const [profile, setProfile] = useState(props.profile);
  const [isOutdated, setOutdated] = useState(false);
  const isCompany = profile.companyId !== null;
  const form = useForm<BillingProfileFields>({
    draft: { name: `billing:${profile.companyId ?? 'own'}`, keptWhile: 'sending' },
    loadSchema: needsCountry ? loadRequired : loadSchema,
    // Sends only changes, because the agency or a colleague may have changed other fields.
    send: async (fields, { values }) => {
      const names = changedIn(values, profile);
      const saved = await client.companies.changeProfile.mutate({
        ...pick(fields, names),
        expected: { companyId: profile.companyId, ...pick(profile, names) },
      });
      api.companies.profile.setData(undefined, saved);
      show(saved, values);
      await onSaved(saved);
    },
    failureText: 'Failed to save your billing details. Please try again.',
    onFailed: (error) => {
      if (errorStatusOf(error) === 409) {
        void api.companies.profile.invalidate().then(() => setOutdated(true));
      }
      return undefined;
    },
  });
  const element = form.formProps.ref;
  /** Shows a profile. Keeps edited fields, which are those whose value differs from `shown`. */
  const show = (next: BillingProfile, shown: Fields = fieldsOf(profile)) => {
    if (element.current) {
      fill(element.current, fieldsOf(next), ({ name, value }) => value === shown[name]);
    }
    setProfile(next);
    setOutdated(false);
  };
  // Shows the new stored profile if nothing was edited, or after the server has reported a
  // conflict.
  useEffect(() => {
    if (!element.current || props.profile === profile) return;
    if (isOutdated || changedIn(read(element.current), profile).length === 0) show(props.profile);
  });
  const { errors } = form;
  const text = (name: keyof BillingProfileFields) => ({
    name,
    error: errors[name],
    defaultValue: profile[name],
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label="Billing details">
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
