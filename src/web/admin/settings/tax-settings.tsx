import { Button, Group, Text } from '@mantine/core';

import { countryName } from '~/contract/common/country-names';
import { readPercent } from '~/contract/common/typed-decimals';
import { homeTaxOf, ratesInWords } from '~/contract/documents/home-taxes';
import { defaultTaxNoteOf } from '~/contract/documents/tax';
import { explainedCategories, taxCategoryNames } from '~/contract/documents/tax-categories';
import type { TaxSettings } from '~/contract/settings/sales-settings-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { Notice } from '~/web/admin/ui/notice';

const draftOf = ({ reducedRates, ...tax }: TaxSettings) => ({
  ...tax,
  reducedRates: reducedRates.join(', '),
});
type Draft = ReturnType<typeof draftOf>;

/** Parses a list of rates. If spaces or semicolons separate the rates, a comma between digits is a decimal comma. */
const ratesOf = (text: string): string[] =>
  text
    .split(/[;\s]+|,\s+/)
    .map((rate) => rate.replace(/,$/, ''))
    .filter(Boolean)
    .map(readPercent);

const toTax = ({ standardRate, reducedRates, ...draft }: Draft): unknown => ({
  ...draft,
  standardRate: readPercent(standardRate) || '0',
  reducedRates: ratesOf(reducedRates),
});

/** Form for the taxation of sales, and for tax texts on documents. */
export function TaxSettingsForm({ settings }: { settings: AllSettings }) {
  const { country } = settings.seller.value;
  const home = homeTaxOf(country);
  return (
    <SettingForm
      settingKey="tax"
      title="Tax"
      note="Defaults for items of new invoices. Issued invoices stay unchanged."
      setting={settings.tax}
      draftOf={draftOf}
      toValue={toTax}
      fields={({ draft, change }) => {
        const isSmall = draft.scheme === 'small_business';
        return [
          {
            kind: 'radio',
            name: 'scheme',
            label: 'Scheme',
            options: [
              { value: 'regular', label: 'Regular' },
              { value: 'small_business', label: 'Small business, no VAT' },
            ],
          },
          !isSmall && home && !(Number(readPercent(draft.standardRate)) > 0) && (
            <Notice key="home" tone="info">
              <Group justify="space-between" gap="sm">
                <Text fz="sm">
                  Rates in {countryName(country)}: {ratesInWords(home)}
                </Text>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() =>
                    change((before) => ({
                      ...before,
                      standardRate: home.standardRate,
                      reducedRates: home.reducedRates.join(', '),
                    }))
                  }
                >
                  Use these rates
                </Button>
              </Group>
            </Notice>
          ),
          !isSmall && [
            {
              name: 'standardRate',
              label: 'Standard rate (%)',
              description: 'Enter 0 if you charge no tax.',
              inputMode: 'decimal',
            },
            {
              name: 'reducedRates',
              label: 'Reduced rates (%)',
              description: 'Separated by spaces. Optional.',
            },
          ],
          !isSmall && {
            kind: 'switch',
            name: 'plansTaxed',
            label: 'Charge tax on plans',
            description: 'Based on each client’s country and VAT number.',
          },
          !isSmall &&
            draft.plansTaxed && {
              kind: 'radio',
              name: 'planPrices',
              label: 'Plan prices',
              options: [
                { value: 'gross', label: 'Include tax' },
                { value: 'net', label: 'Exclude tax' },
              ],
            },
          <div key="notes">
            <Text fz="sm" fw={500}>
              Tax notes on documents
            </Text>
            <Text fz="sm" c="dimmed">
              Printed next to amounts without tax. Defaults to the text shown in gray.
            </Text>
          </div>,
          ...explainedCategories.map((category) => ({
            kind: 'area' as const,
            name: `notes.${category}` as const,
            label: taxCategoryNames[category],
            placeholder: defaultTaxNoteOf(category, { country, scheme: draft.scheme }),
            minRows: 1,
            maxLength: 500,
          })),
        ];
      }}
    />
  );
}
