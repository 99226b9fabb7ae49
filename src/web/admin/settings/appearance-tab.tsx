import { Radio, Select, Stack } from '@mantine/core';
import { useState } from 'react';

import { builtInPages, type PageKey, pageKeys } from '~/contract/built-in-pages/built-in-pages';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { typefaceKeys, typefaces } from '~/contract/settings/typefaces';
import { PreviewChangeProvider } from '~/web/admin/form/preview-change';
import { SettingForm } from '~/web/admin/form/setting-form';
import { SitePreview } from '~/web/admin/form/site-preview';
import { AppearanceSettings } from './appearance-settings';
import { LogoSettings } from './logo-settings';

/** Tab for the appearance of the site, with a preview of any page. */
export function AppearanceTab({ settings }: { settings: AllSettings }) {
  const [page, setPage] = useState<PageKey>('home');
  return (
    <PreviewChangeProvider>
      <div className="with-preview">
        <Stack gap="md">
          <LogoSettings settings={settings} />
          <AppearanceSettings settings={settings} />
          <TypefaceSettings settings={settings} />
          <Select
            label="Page in the preview"
            allowDeselect={false}
            data={pageKeys.map((value) => ({ value, label: builtInPages[value].label }))}
            value={page}
            onChange={(value) => value && setPage(value)}
          />
        </Stack>
        <SitePreview path={builtInPages[page].path} />
      </div>
    </PreviewChangeProvider>
  );
}

/** Form for a pair of fonts for headings and text. */
function TypefaceSettings({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="typeface"
      title="Typeface"
      note="Fonts load from this site only."
      setting={settings.typeface}
      draftOf={(typeface) => ({ typeface })}
      toValue={({ typeface }) => typeface}
      fields={(form) => [
        <Radio.Group
          key="typeface"
          aria-label="Typeface"
          value={form.draft.typeface ?? 'default'}
          onChange={(value) =>
            form.set('typeface', typefaceKeys.find((key) => key === value) ?? null)
          }
        >
          <Stack gap="xs">
            <Radio value="default" label="Bricolage Grotesque and Instrument Sans" />
            {typefaceKeys.map((key) => (
              <Radio key={key} value={key} label={typefaces[key].label} />
            ))}
          </Stack>
        </Radio.Group>,
      ]}
    />
  );
}
