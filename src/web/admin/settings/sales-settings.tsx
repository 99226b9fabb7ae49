import { registrationLabel } from '~/contract/documents/tax-numbers';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { billingOf, emptyBilling } from '~/web/admin/form/billing-fields';
import { ElectronicAddressFields } from '~/web/admin/form/endpoint-fields';
import { filledLines } from '~/web/admin/form/lines';
import { SettingForm } from '~/web/admin/form/setting-form';
import { NextNumberForm } from './next-number';
import { TaxSettingsForm } from './tax-settings';

/** Parses a list of days. Text that is not a number becomes NaN, which the schema rejects. */
const daysOf = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(Number);

/** Forms for seller, bank account, and defaults of proposals and invoices. */
export function SalesSettingsForms({ settings }: { settings: AllSettings }) {
  return (
    <>
      <SettingForm
        settingKey="seller"
        title="Seller and bank account"
        note="Printed on new proposals and invoices. Issued documents stay unchanged."
        setting={settings.seller}
        draftOf={(seller) => ({
          ...seller,
          electronicAddress: seller.electronicAddress ?? emptyBilling.electronicAddress,
        })}
        toValue={({ address, paymentDetails, ...draft }) => ({
          ...billingOf(draft),
          address: filledLines(address),
          paymentDetails: filledLines(paymentDetails),
        })}
        fields={({ draft, errorOf, set }) => [
          [
            {
              name: 'name',
              label: 'Registered name',
              description: 'Defaults to your legal name.',
            },
            {
              name: 'vatNumber',
              label: 'VAT number',
              description: 'With country prefix. Required for e-invoices.',
            },
          ],
          [
            {
              name: 'taxNumber',
              label: 'Tax number',
              description: 'Your local tax number. Optional.',
            },
            {
              name: 'registrationNumber',
              label: registrationLabel(draft.country),
              description: 'Company registration, printed where it is set.',
              maxLength: 50,
            },
          ],
          {
            kind: 'lines',
            name: 'address',
            label: 'Address',
            description: 'Defaults to your contact address.',
          },
          [
            { name: 'postcode', label: 'ZIP or postal code' },
            { name: 'city', label: 'City' },
            { kind: 'country', name: 'country', label: 'Country' },
          ],
          [
            { name: 'accountHolder', label: 'Account holder' },
            { name: 'iban', label: 'IBAN' },
            { name: 'bic', label: 'BIC' },
          ],
          {
            kind: 'lines',
            name: 'paymentDetails',
            label: 'Other payment details',
            description:
              'One per line, such as “Routing number: 110000000” or “Sort code: 12-34-56”. Printed on invoices.',
          },
          [
            { name: 'contact.name', label: 'Billing contact', maxLength: 100 },
            { name: 'contact.phone', label: 'Phone of billing contact', maxLength: 50 },
            { name: 'contact.email', label: 'Email of billing contact', maxLength: 254 },
          ],
          <ElectronicAddressFields
            key="electronic-address"
            value={draft.electronicAddress}
            errorOf={(part) => errorOf(`electronicAddress.${part}`)}
            onChange={(address) => set('electronicAddress', address)}
          />,
        ]}
      />
      <TaxSettingsForm settings={settings} />
      <SettingForm
        settingKey="sales"
        title="Proposals and invoices"
        setting={settings.sales}
        draftOf={({ completion, reminders, ...sales }) => ({
          ...sales,
          completion: { issueAfterDays: completion.issueAfterDays ?? 0 },
          reminders: { ...reminders, days: reminders.days.join(', ') },
        })}
        toValue={({ completion, series, reminders, ...sales }) => ({
          ...sales,
          completion: { issueAfterDays: completion.issueAfterDays || null },
          series: { ...series, prefix: series.prefix.trim() },
          reminders: { ...reminders, days: daysOf(reminders.days) },
        })}
        fields={[
          {
            kind: 'area',
            name: 'terms',
            label: 'Default proposal terms',
            description: 'Markdown.',
            minRows: 4,
            maxRows: 14,
          },
          [
            { kind: 'number', name: 'validDays', label: 'Proposal validity (days)' },
            { kind: 'number', name: 'paymentDays', label: 'Payment terms (days)' },
          ],
          {
            kind: 'number',
            name: 'completion.issueAfterDays',
            label: 'Issue invoices due on completion after (working days)',
            description:
              'Counted from completion. We email you first, and you can stop it. 0 = never automatically.',
          },
          [
            { name: 'series.prefix', label: 'Number prefix' },
            { kind: 'number', name: 'series.digits', label: 'Digits' },
          ],
          {
            kind: 'switch',
            name: 'series.year',
            label: 'Include the year and restart numbering each year',
          },
          {
            kind: 'switch',
            name: 'attachPdf',
            label: 'Attach the PDF to emails about open invoices',
          },
          { kind: 'switch', name: 'reminders.enabled', label: 'Send invoice reminders' },
          {
            name: 'reminders.days',
            label: 'Reminder days, relative to the due date',
            description:
              'Separated by commas. -3 is three days before, 0 the due date, 7 a week after.',
          },
          { kind: 'area', name: 'reminders.before', label: 'Text before the due date' },
          { kind: 'area', name: 'reminders.on', label: 'Text on the due date' },
          { kind: 'area', name: 'reminders.after', label: 'Text after the due date' },
        ]}
      />
      <NextNumberForm />
    </>
  );
}
