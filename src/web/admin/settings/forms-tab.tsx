import { Fieldset, MultiSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { FieldUse } from '~/contract/leads/form-fields';
import type { FormFieldSettings } from '~/contract/leads/form-fields-setting-schema';
import { worldCountries } from '~/contract/leads/world-countries';
import { pages } from '~/contract/pages/pages';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
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

const phoneLabels: [keyof FormFieldSettings['phoneLabels'], string][] = [
  ['quick', 'On the quick quote form'],
  ['quote', 'On the service quote form'],
  ['contact', 'On the contact form'],
];

/** What the quote forms and the contact form ask, beside the pages that they are on. */
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
            data={shownPages.map((value) => ({ value, label: pages[value].label }))}
            value={page}
            onChange={(value) => setPage(shownPages.find((one) => one === value) ?? 'home')}
          />
        </Stack>
        <SitePreview path={pages[page].path} />
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
      draftOf={(fields: FormFieldSettings) => fields}
      toValue={(draft) => draft}
    >
      {(form) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label="Service options"
              allowDeselect={false}
              data={serviceLists}
              value={form.draft.services}
              error={form.errorOf('services')}
              onChange={(value) => form.set('services', value as FormFieldSettings['services'])}
            />
            <Select
              label="Country options"
              allowDeselect={false}
              data={countryLists}
              value={form.draft.countries}
              error={form.errorOf('countries')}
              onChange={(value) => form.set('countries', value as FormFieldSettings['countries'])}
            />
          </SimpleGrid>
          {form.draft.countries === 'chosen' && (
            <MultiSelect
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
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {asked.map(([name, label, description]) => (
              <Select
                key={name}
                label={label}
                description={description}
                allowDeselect={false}
                data={uses}
                value={form.draft[name]}
                error={form.errorOf(name)}
                onChange={(value) => form.set(name, value as FieldUse)}
              />
            ))}
            <Select
              label="Phone on the quote forms"
              description="Optional: six digits are enough."
              allowDeselect={false}
              data={quotePhoneUses}
              value={form.draft.quotePhone}
              error={form.errorOf('quotePhone')}
              onChange={(value) => form.set('quotePhone', value as FormFieldSettings['quotePhone'])}
            />
          </SimpleGrid>
          <Fieldset legend="Label of the phone field">
            <SimpleGrid cols={1} verticalSpacing="xs">
              {phoneLabels.map(([name, label]) => (
                <TextInput
                  key={name}
                  label={label}
                  value={form.draft.phoneLabels[name]}
                  error={form.errorOf(`phoneLabels.${name}`)}
                  onChange={(event) =>
                    form.set('phoneLabels', {
                      ...form.draft.phoneLabels,
                      [name]: event.currentTarget.value,
                    })
                  }
                />
              ))}
            </SimpleGrid>
          </Fieldset>
        </>
      )}
    </SettingForm>
  );
}
