import { NumberInput, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';

import { registrationLabel } from '~/contract/documents/tax-numbers';
import type { SalesSettings, Seller } from '~/contract/settings/sales-settings-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { CountryField } from '~/web/admin/form/country-field';
import { ElectronicAddressFields } from '~/web/admin/form/endpoint-fields';
import { linesOf } from '~/web/admin/form/lines';
import { SettingForm } from '~/web/admin/form/setting-form';
import { textProps } from '~/web/admin/form/text-props';
import { NextNumberForm } from './next-number';
import { TaxSettingsForm } from './tax-settings';

const noAddress = { scheme: '', value: '' };

const salesDraft = ({ series, reminders, completion, ...sales }: SalesSettings) => ({
  ...sales,
  issueAfterDays: completion.issueAfterDays ?? 0,
  prefix: series.prefix,
  year: series.year,
  digits: series.digits,
  enabled: reminders.enabled,
  days: reminders.days.join(', '),
  before: reminders.before,
  on: reminders.on,
  after: reminders.after,
});
type SalesDraft = ReturnType<typeof salesDraft>;

/** What is no number stays, as one that the schema refuses. */
const daysOf = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(Number);

const salesOf = (draft: SalesDraft): unknown => {
  const { issueAfterDays, prefix, year, digits, enabled, days, before, on, after, ...sales } =
    draft;
  return {
    ...sales,
    completion: { issueAfterDays: issueAfterDays || null },
    series: { prefix: prefix.trim(), year, digits },
    reminders: { enabled, days: daysOf(days), before, on, after },
  };
};

/** Who sells and where the money goes, and the defaults of proposals and invoices. */
export function SalesSettingsForms({ settings }: { settings: AllSettings }) {
  return (
    <>
      <SettingForm
        settingKey="seller"
        title="Seller and bank account"
        note="Printed on new proposals and invoices. Issued documents stay unchanged."
        setting={settings.seller}
        draftOf={(seller: Seller) => ({
          ...seller,
          address: seller.address.join('\n'),
          paymentDetails: seller.paymentDetails.join('\n'),
          electronicAddress: seller.electronicAddress ?? noAddress,
        })}
        toValue={({ address, paymentDetails, electronicAddress, ...draft }) => ({
          ...draft,
          address: linesOf(address),
          paymentDetails: linesOf(paymentDetails),
          electronicAddress:
            electronicAddress.scheme || electronicAddress.value ? electronicAddress : null,
        })}
      >
        {(form) => {
          const texts = textProps(form);
          return (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label="Registered name"
                  description="Defaults to your legal name."
                  {...texts('name')}
                />
                <TextInput
                  label="VAT number"
                  description="With country prefix. Required for e-invoices."
                  {...texts('vatNumber')}
                />
                <TextInput
                  label="Tax number"
                  description="Your local tax number. Optional."
                  {...texts('taxNumber')}
                />
                <TextInput
                  label={registrationLabel(form.draft.country)}
                  description="Company registration, printed where it is set."
                  maxLength={50}
                  {...texts('registrationNumber')}
                />
              </SimpleGrid>
              <Textarea
                label="Address"
                description="Defaults to your contact address."
                autosize
                minRows={2}
                {...texts('address')}
              />
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <TextInput label="Postcode" {...texts('postcode')} />
                <TextInput label="City" {...texts('city')} />
                <CountryField
                  value={form.draft.country}
                  error={form.errorOf('country')}
                  onChange={(country) => form.set('country', country)}
                />
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <TextInput label="Account holder" {...texts('accountHolder')} />
                <TextInput label="IBAN" {...texts('iban')} />
                <TextInput label="BIC" {...texts('bic')} />
              </SimpleGrid>
              <Textarea
                label="Other payment details"
                description="One per line, such as “Routing number: 110000000” or “Sort code: 12-34-56”. Printed on invoices."
                autosize
                minRows={2}
                {...texts('paymentDetails')}
              />
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                {(
                  [
                    ['name', 'Billing contact', 100],
                    ['phone', 'Phone of billing contact', 50],
                    ['email', 'Email of billing contact', 254],
                  ] as const
                ).map(([key, label, maxLength]) => (
                  <TextInput
                    key={key}
                    label={label}
                    maxLength={maxLength}
                    value={form.draft.contact[key]}
                    error={form.errorOf(`contact.${key}`)}
                    onChange={(event) =>
                      form.set('contact', {
                        ...form.draft.contact,
                        [key]: event.currentTarget.value,
                      })
                    }
                  />
                ))}
              </SimpleGrid>
              <ElectronicAddressFields
                value={form.draft.electronicAddress}
                errorOf={(part) => form.errorOf(`electronicAddress.${part}`)}
                onChange={(address) => form.set('electronicAddress', address)}
              />
            </>
          );
        }}
      </SettingForm>
      <TaxSettingsForm settings={settings} />
      <SettingForm
        settingKey="sales"
        title="Proposals and invoices"
        setting={settings.sales}
        draftOf={salesDraft}
        toValue={salesOf}
      >
        {(form) => {
          const texts = textProps(form);
          const number = (
            key: 'validDays' | 'paymentDays' | 'digits' | 'issueAfterDays',
            label: string,
            path: string = key,
            note?: string,
          ) => (
            <NumberInput
              label={label}
              {...(note && { description: note })}
              allowDecimal={false}
              min={0}
              value={form.draft[key]}
              error={form.errorOf(path)}
              onChange={(value) => form.set(key, Number(value))}
            />
          );
          return (
            <>
              <Textarea
                label="Default proposal terms"
                description="Markdown."
                autosize
                minRows={4}
                maxRows={14}
                {...texts('terms')}
              />
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {number('validDays', 'Proposal validity (days)')}
                {number('paymentDays', 'Payment terms (days)')}
              </SimpleGrid>
              {number(
                'issueAfterDays',
                'Issue invoices due on completion after (working days)',
                'completion.issueAfterDays',
                'Counted from completion. We email you first, and you can stop it. 0 = never automatically.',
              )}
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <TextInput
                  label="Number prefix"
                  {...texts('prefix')}
                  error={form.errorOf('series.prefix')}
                />
                {number('digits', 'Digits', 'series.digits')}
                <Switch
                  label="Include the year and restart numbering each year"
                  mt={{ base: 0, sm: 32 }}
                  checked={form.draft.year}
                  onChange={(event) => form.set('year', event.currentTarget.checked)}
                />
              </SimpleGrid>
              <Switch
                label="Attach the PDF to emails about open invoices"
                checked={form.draft.attachPdf}
                onChange={(event) => form.set('attachPdf', event.currentTarget.checked)}
              />
              <Switch
                label="Send invoice reminders"
                checked={form.draft.enabled}
                onChange={(event) => form.set('enabled', event.currentTarget.checked)}
              />
              <TextInput
                label="Reminder days, relative to the due date"
                description="Separated by commas. -3 is three days before, 0 the due date, 7 a week after."
                {...texts('days')}
                error={form.errorOf('reminders.days')}
              />
              {(
                [
                  ['before', 'Text before the due date'],
                  ['on', 'Text on the due date'],
                  ['after', 'Text after the due date'],
                ] as const
              ).map(([key, label]) => (
                <Textarea
                  key={key}
                  label={label}
                  autosize
                  minRows={2}
                  {...texts(key)}
                  error={form.errorOf(`reminders.${key}`)}
                />
              ))}
            </>
          );
        }}
      </SettingForm>
      <NextNumberForm />
    </>
  );
}
