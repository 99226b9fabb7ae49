import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';

import { defaultLanguage, languageNames, languages } from '~/contract/common/languages';
import type { Brand, ContactDetails, SocialLink } from '~/contract/settings/settings';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { linesOf } from '~/web/admin/form/lines';
import { SettingForm } from '~/web/admin/form/setting-form';
import { textProps } from '~/web/admin/form/text-props';
import { oneOf } from '~/web/lib/search';
import { LinksField } from './links-field';

const isFilled = ({ label, url }: SocialLink) => Boolean(label.trim() || url.trim());

/** Maps the error path of a saved link to its row in the form, since empty rows are not saved. */
function placeAmongFilled(links: SocialLink[], path: string): string {
  const [row, field] = path.split('.');
  return `${links.slice(0, Number(row)).filter(isFilled).length}.${field}`;
}

/** Who the agency is, and how it is reached. */
export function AgencySettings({ settings }: { settings: AllSettings }) {
  return (
    <>
      <SettingForm
        settingKey="brand"
        title="Brand"
        setting={settings.brand}
        draftOf={(brand: Brand) => brand}
        toValue={(draft) => draft}
      >
        {(form) => {
          const texts = textProps(form);
          return (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput label="Name" required {...texts('name')} />
                <TextInput label="Legal name" {...texts('legalName')} />
                <TextInput label="Tagline" {...texts('tagline')} />
                <NumberInput
                  label="Founded in"
                  value={form.draft.foundedYear}
                  error={form.errorOf('foundedYear')}
                  allowDecimal={false}
                  onChange={(year) => form.set('foundedYear', Number(year))}
                />
                <Select
                  label="Site language"
                  description="Only English is available."
                  data={languages.map((value) => ({ value, label: languageNames[value] }))}
                  value={form.draft.language ?? defaultLanguage}
                  allowDeselect={false}
                  error={form.errorOf('language')}
                  onChange={(value) => form.set('language', oneOf(languages, value))}
                />
              </SimpleGrid>
              <Textarea
                label="Description"
                description="For search engines and link previews. Up to 155 characters."
                autosize
                minRows={2}
                {...texts('description')}
              />
            </>
          );
        }}
      </SettingForm>
      <SettingForm
        settingKey="contact"
        title="Contact"
        setting={settings.contact}
        draftOf={(contact: ContactDetails) => ({ ...contact, address: contact.address.join('\n') })}
        toValue={({ address, ...draft }) => ({ ...draft, address: linesOf(address) })}
      >
        {(form) => {
          const texts = textProps(form);
          return (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput label="Email" required type="email" {...texts('email')} />
                <TextInput label="Phone" type="tel" {...texts('phone')} />
              </SimpleGrid>
              <Textarea label="Address" autosize minRows={3} {...texts('address')} />
              <TextInput label="Hours" {...texts('hours')} />
            </>
          );
        }}
      </SettingForm>
      <SettingForm
        settingKey="whatsappNumber"
        title="Chat"
        note="Visitors can continue in WhatsApp after sending a quote. Defaults to the number in the server settings."
        setting={settings.whatsappNumber}
        draftOf={(number: string | null) => ({ number: number ?? '' })}
        toValue={({ number }) => number.trim() || null}
      >
        {(form) => (
          <TextInput
            label="WhatsApp number"
            description="Digits only, with country code, without a plus sign."
            inputMode="numeric"
            value={form.draft.number}
            error={form.errorOf('')}
            onChange={(event) => form.set('number', event.currentTarget.value)}
          />
        )}
      </SettingForm>
      <SettingForm
        settingKey="social"
        title="Social links"
        setting={settings.social}
        draftOf={(links: SocialLink[]) => ({ links })}
        toValue={({ links }) => links.filter(isFilled)}
      >
        {(form) => (
          <LinksField
            links={form.draft.links}
            errorOf={(path) => form.errorOf(placeAmongFilled(form.draft.links, path))}
            onChange={(links) => form.set('links', links)}
          />
        )}
      </SettingForm>
      <SettingForm
        settingKey="currency"
        title="Currency"
        note="The currency of your prices. Changing it does not convert amounts."
        setting={settings.currency}
        draftOf={(currency: string) => ({ currency })}
        toValue={({ currency }) => currency.trim().toUpperCase()}
      >
        {(form) => (
          <TextInput
            label="Currency"
            description="For example: USD or EUR."
            value={form.draft.currency}
            error={form.errorOf('')}
            w={160}
            onChange={(event) => form.set('currency', event.currentTarget.value)}
          />
        )}
      </SettingForm>
    </>
  );
}
