import {
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';

import { countryName } from '~/contract/common/country-names';
import { readPercent } from '~/contract/common/typed-decimals';
import { homeTaxOf, ratesInWords } from '~/contract/documents/home-taxes';
import { defaultTaxNoteOf } from '~/contract/documents/tax';
import { explainedCategories, taxCategoryNames } from '~/contract/documents/tax-categories';
import type { TaxSettings } from '~/contract/settings/sales-settings-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { textProps } from '~/web/admin/form/text-props';
import { Notice } from '~/web/admin/ui/notice';

const draftOf = ({ reducedRates, ...tax }: TaxSettings) => ({
  ...tax,
  reducedRates: reducedRates.join(', '),
});
type Draft = ReturnType<typeof draftOf>;

/** Rates as people list them: a comma between digits is a decimal one where a space or a semicolon divides the rates. */
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

/** How what is sold is taxed, and what documents say of it. */
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
    >
      {(form) => {
        const texts = textProps(form);
        const isSmall = form.draft.scheme === 'small_business';
        return (
          <>
            <div>
              <Text fz="sm" fw={500} mb={4}>
                Scheme
              </Text>
              <SegmentedControl
                aria-label="Scheme"
                value={form.draft.scheme}
                data={[
                  { value: 'regular', label: 'Regular' },
                  { value: 'small_business', label: 'Small business, no VAT' },
                ]}
                onChange={(scheme) => form.set('scheme', scheme as Draft['scheme'])}
              />
            </div>
            {!isSmall && home && !(Number(readPercent(form.draft.standardRate)) > 0) && (
              <Notice tone="info">
                <Group justify="space-between" gap="sm">
                  <Text fz="sm">
                    Rates in {countryName(country)}: {ratesInWords(home)}
                  </Text>
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() => {
                      form.set('standardRate', home.standardRate);
                      form.set('reducedRates', home.reducedRates.join(', '));
                    }}
                  >
                    Use these rates
                  </Button>
                </Group>
              </Notice>
            )}
            {!isSmall && (
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label="Standard rate (%)"
                  description="Enter 0 if you charge no tax."
                  inputMode="decimal"
                  {...texts('standardRate')}
                />
                <TextInput
                  label="Reduced rates (%)"
                  description="Separated by spaces. Optional."
                  {...texts('reducedRates')}
                />
              </SimpleGrid>
            )}
            {!isSmall && (
              <>
                <Switch
                  label="Charge tax on plans"
                  description="Based on each client’s country and VAT number."
                  checked={form.draft.plansTaxed}
                  onChange={(event) => form.set('plansTaxed', event.currentTarget.checked)}
                />
                {form.draft.plansTaxed && (
                  <div>
                    <Text fz="sm" fw={500} mb={4}>
                      Plan prices
                    </Text>
                    <SegmentedControl
                      aria-label="Plan prices"
                      value={form.draft.planPrices}
                      data={[
                        { value: 'gross', label: 'Include tax' },
                        { value: 'net', label: 'Exclude tax' },
                      ]}
                      onChange={(value) => form.set('planPrices', value as Draft['planPrices'])}
                    />
                  </div>
                )}
              </>
            )}
            <Stack gap="xs">
              <Text fz="sm" fw={500}>
                Tax notes on documents
              </Text>
              <Text fz="sm" c="dimmed">
                Printed next to amounts without tax. Defaults to the text shown in gray.
              </Text>
              {explainedCategories.map((category) => (
                <Textarea
                  key={category}
                  label={taxCategoryNames[category]}
                  placeholder={defaultTaxNoteOf(category, { country, scheme: form.draft.scheme })}
                  autosize
                  minRows={1}
                  maxLength={500}
                  value={form.draft.notes[category]}
                  error={form.errorOf(`notes.${category}`)}
                  onChange={(event) =>
                    form.set('notes', {
                      ...form.draft.notes,
                      [category]: event.currentTarget.value,
                    })
                  }
                />
              ))}
            </Stack>
          </>
        );
      }}
    </SettingForm>
  );
}
