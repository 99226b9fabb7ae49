import { Fieldset, MultiSelect, Select, Stack } from '@mantine/core';
import { useState } from 'react';

import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import type { FieldUse } from '~/contract/leads/form-fields';
import { worldCountries } from '~/contract/leads/world-countries';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { FieldList } from '~/web/admin/form/field-list';
import { PreviewChangeProvider } from '~/web/admin/form/preview-change';
import { SettingForm } from '~/web/admin/form/setting-form';
import { SitePreview } from '~/web/admin/form/site-preview';

const shownPages = ['home', 'contact'] as const;
type ShownPage = (typeof shownPages)[number];

const uses: { value: FieldUse; label: string }[] = [
  { value: 'off', label: 'Hidden' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
];

const quotePhoneUses = [
  { value: 'required', label: 'Required' },
  { value: 'optional', label: 'Optional' },
];

const serviceLists = [
  { value: 'standard', label: 'Standard list' },
  { value: 'catalogue', label: 'Your services' },
];

const countryLists = [
  { value: 'standard', label: 'Standard list' },
  { value: 'all', label: 'All countries' },
  { value: 'chosen', label: 'Chosen countries' },
  { value: 'none', label: 'Hidden' },
];

const countries = worldCountries.map(({ value, label }) => ({ value, label }));

const asked: ['about' | 'company' | 'phone' | 'channel', string, string][] = [
  ['about', 'What is it about?', 'On the quick quote form.'],
  ['company', 'Company', 'On the service quote form.'],
  ['phone', 'Phone', 'On the contact form.'],
  ['channel', 'How should we answer?', 'On all three forms: email, phone or WhatsApp.'],
];

/** Forms for the fields of the quote forms and the contact form, with a preview of their pages. */
export function FormsTab({ settings }: { settings: AllSettings }) {
  const [page, setPage] = useState<ShownPage>('home');
  return (
    <PreviewChangeProvider>
      <div className="with-preview">
        <Stack gap="md">
          <FormFieldsForm settings={settings} />
          <Select
            label="Page in the preview"
            allowDeselect={false}
            data={shownPages.map((value) => ({ value, label: builtInPages[value].label }))}
            value={page}
            onChange={(value) => setPage(shownPages.find((one) => one === value) ?? 'home')}
          />
        </Stack>
        <SitePreview path={builtInPages[page].path} />
      </div>
    </PreviewChangeProvider>
  );
}

function FormFieldsForm({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="formFields"
      title="Quote and contact forms"
      note="What they ask besides name and email. Changing this keeps what visitors have already typed."
      setting={settings.formFields}
      fields={(form) => [
        [
          { kind: 'select', name: 'services', label: 'Service options', options: serviceLists },
          { kind: 'select', name: 'countries', label: 'Country options', options: countryLists },
        ],
        form.draft.countries === 'chosen' && (
          <MultiSelect
            key="chosen"
            label="Countries"
            placeholder="Add a country"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the countries' }}
            nothingFoundMessage="No country found"
            data={countries}
            value={form.draft.chosenCountries}
            error={form.errorOf('chosenCountries')}
            onChange={(chosen) => form.set('chosenCountries', chosen)}
          />
        ),
        ...asked.map(([name, label, description]) => ({
          ...{ kind: 'select' as const, name, label, description },
          options: uses,
        })),
        {
          kind: 'select',
          name: 'quotePhone',
          label: 'Phone on the quote forms',
          description: 'Optional: six digits are enough.',
          options: quotePhoneUses,
        },
        <Fieldset key="labels" legend="Label of the phone field">
          <Stack gap="xs">
            <FieldList
              form={form}
              fields={[
                { name: 'phoneLabels.quick', label: 'On the quick quote form' },
                { name: 'phoneLabels.quote', label: 'On the service quote form' },
                { name: 'phoneLabels.contact', label: 'On the contact form' },
              ]}
            />
          </Stack>
        </Fieldset>,
      ]}
    />
  );
}
