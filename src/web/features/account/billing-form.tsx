import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { companyMax, emailMax, nameMax } from '~/contract/common/limits';
import { countryCodes, namedCodes } from '~/contract/common/places';
import type { BillingProfile, BillingProfileFields } from '~/contract/companies/companies-schema';
import { useSuspenseQuery } from '~/web/lib/queries';
import { useForm } from '~/web/lib/use-form';
import { SelectField, TextAreaField, TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';

const loadSchema = () =>
  import('~/contract/companies/companies-schema').then(
    (module) => module.billingProfileFieldsSchema,
  );

/** The countries by name. Names differ between the server and browsers: until the page is live, the chosen one stands there by its code. */
function useCountries(chosen: string) {
  const [countries, setCountries] = useState(() =>
    chosen ? [{ value: chosen, label: chosen }] : [],
  );
  useEffect(() => {
    const named = namedCodes(countryCodes, 'region');
    setCountries(named.map(({ code, name }) => ({ value: code, label: name })));
  }, []);
  return countries;
}

/** To whom the next documents are made out: to the company of a member, else to the person. */
export function BillingForm() {
  const { api } = useRouter().options.context;
  const { data: profile } = useSuspenseQuery(api.companies.profile.queryOptions());
  return profile.canEdit ? <ProfileFields profile={profile} /> : <ShownProfile {...profile} />;
}

function ProfileFields({ profile }: { profile: BillingProfile }) {
  const { api, client } = useRouter().options.context;
  const isCompany = profile.of === 'company';
  const countries = useCountries(profile.country);
  const form = useForm<BillingProfileFields>({
    draft: { name: `billing:${profile.of}`, keptWhile: 'sending' },
    loadSchema,
    send: async (fields) => {
      api.companies.profile.setData(undefined, await client.companies.changeProfile.mutate(fields));
      toast({ title: 'Billing Data Saved', description: 'Our next invoice takes it.' });
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
      <TextAreaField label="Address" optional rows={2} maxLength={500} {...text('address')} />
      <div className={styles.names}>
        <TextField
          label="Postcode"
          optional
          autoComplete="postal-code"
          maxLength={20}
          {...text('postcode')}
        />
        <TextField
          label="City"
          optional
          autoComplete="address-level2"
          maxLength={100}
          {...text('city')}
        />
      </div>
      <SelectField
        label="Country"
        optional
        options={countries}
        placeholder="Choose a country"
        {...text('country')}
      />
      <div className={styles.names}>
        <TextField label="VAT number" optional maxLength={50} {...text('vatNumber')} />
        <TextField
          label="Your reference"
          optional
          hint="What an invoice must name, such as an order number."
          maxLength={100}
          {...text('buyerReference')}
        />
      </div>
      <TextField
        label="Email for invoices"
        type="email"
        optional
        hint="Empty: to your own address."
        maxLength={emailMax}
        {...text('email')}
      />
      <SubmitButton form={form} label="Save billing data" pendingLabel="Saving..." />
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

/** For a member who may not change it. */
function ShownProfile({ company, address, postcode, city, country }: BillingProfile) {
  const place = [postcode, city].filter(Boolean).join(' ');
  const lines = [company, ...address.split('\n'), place, country];
  return (
    <div>
      <address className={styles.address}>
        {lines.filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <p className={styles.note}>Your company’s managers and bookkeepers can change it.</p>
    </div>
  );
}
