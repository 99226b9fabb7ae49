import { defaultLanguage, languageNames, languages } from '~/contract/common/languages';
import type { SocialLink } from '~/contract/settings/settings';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { filledLines } from '~/web/admin/form/lines';
import { SettingForm } from '~/web/admin/form/setting-form';
import { LinksField } from './links-field';

const isFilled = ({ label, url }: SocialLink) => Boolean(label.trim() || url.trim());

/**
 * Converts the path of a field in the form to the path of its error. Errors only count filled rows,
 * because empty rows are not sent.
 */
function placeAmongFilled(links: SocialLink[], path: string): string {
  const [row, field] = path.split('.');
  return `${links.slice(0, Number(row)).filter(isFilled).length}.${field}`;
}

/** Forms for the agency's name and contact details. */
export function AgencySettings({ settings }: { settings: AllSettings }) {
  return (
    <>
      <SettingForm
        settingKey="brand"
        title="Brand"
        setting={settings.brand}
        draftOf={(brand) => ({ ...brand, language: brand.language ?? defaultLanguage })}
        fields={[
          [
            { name: 'name', label: 'Name', required: true },
            { name: 'legalName', label: 'Legal name' },
          ],
          [
            { name: 'tagline', label: 'Tagline' },
            { kind: 'number', name: 'foundedYear', label: 'Founded in' },
          ],
          {
            kind: 'select',
            name: 'language',
            label: 'Site language',
            description: 'Only English is available.',
            options: languages.map((value) => ({ value, label: languageNames[value] })),
          },
          {
            kind: 'area',
            name: 'description',
            label: 'Description',
            description: 'For search engines and link previews. Up to 155 characters.',
          },
        ]}
      />
      <SettingForm
        settingKey="contact"
        title="Contact"
        setting={settings.contact}
        toValue={({ address, ...draft }) => ({ ...draft, address: filledLines(address) })}
        fields={[
          [
            { name: 'email', label: 'Email', type: 'email', required: true },
            { name: 'phone', label: 'Phone', type: 'tel' },
          ],
          { kind: 'lines', name: 'address', label: 'Address', minRows: 3 },
          { name: 'hours', label: 'Hours' },
        ]}
      />
      <SettingForm
        settingKey="whatsappNumber"
        title="Chat"
        note="Visitors can continue in WhatsApp after sending a quote. Defaults to the number in the server settings."
        setting={settings.whatsappNumber}
        draftOf={(number) => ({ number: number ?? '' })}
        toValue={({ number }) => number.trim() || null}
        fields={({ errorOf }) => [
          {
            name: 'number',
            label: 'WhatsApp number',
            description: 'Digits only, with country code, without a plus sign.',
            inputMode: 'numeric',
            error: errorOf(''),
          },
        ]}
      />
      <SettingForm
        settingKey="social"
        title="Social links"
        setting={settings.social}
        draftOf={(links) => ({ links })}
        toValue={({ links }) => links.filter(isFilled)}
        fields={({ draft, errorOf, set }) => [
          <LinksField
            key="links"
            links={draft.links}
            errorOf={(path) => errorOf(placeAmongFilled(draft.links, path))}
            onChange={(links) => set('links', links)}
          />,
        ]}
      />
      <SettingForm
        settingKey="currency"
        title="Currency"
        note="The currency of your prices. Changing it does not convert amounts."
        setting={settings.currency}
        draftOf={(currency) => ({ currency })}
        toValue={({ currency }) => currency.trim().toUpperCase()}
        fields={({ errorOf }) => [
          {
            name: 'currency',
            label: 'Currency',
            description: 'For example: USD or EUR.',
            maw: '10rem',
            error: errorOf(''),
          },
        ]}
      />
    </>
  );
}
