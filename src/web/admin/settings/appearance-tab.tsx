import { Select, Stack } from '@mantine/core';
import { useState } from 'react';

import { type PageKey, pageKeys, pages } from '~/contract/pages/pages';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { PreviewChangeProvider } from '~/web/admin/form/preview-change';
import { SitePreview } from '~/web/admin/form/site-preview';
import { AppearanceSettings } from './appearance-settings';
import { LogoSettings } from './logo-settings';

/** How the site looks, beside any of its pages. */
export function AppearanceTab({ settings }: { settings: AllSettings }) {
  const [page, setPage] = useState<PageKey>('home');
  return (
    <PreviewChangeProvider>
      <div className="with-preview">
        <Stack gap="md">
          <LogoSettings settings={settings} />
          <AppearanceSettings settings={settings} />
          <Select
            label="Page in the preview"
            allowDeselect={false}
            data={pageKeys.map((value) => ({ value, label: pages[value].label }))}
            value={page}
            onChange={(value) => value && setPage(value)}
          />
        </Stack>
        <SitePreview path={pages[page].path} />
      </div>
    </PreviewChangeProvider>
  );
}
