import { Stack } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { viewOf } from '~/contract/admin/sections';
import { AccountantCard } from '~/web/admin/documents/accountant-card';
import { useToday } from '~/web/admin/form/today';
import type { SectionCode } from '~/web/admin/shell/section-load';
import { forThisVisit, type SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { SectionHead } from '~/web/admin/ui/section-head';
import { useQuery } from '~/web/lib/queries';
import { DatevSettings } from './accounting/datev-settings';
import { AgencySettings } from './agency-settings';
import { AppearanceTab } from './appearance-tab';
import { BankSettingsForm } from './bank-settings';
import { EmailTemplates } from './email-templates';
import { FileSettingsForm } from './file-settings';
import { FormsTab } from './forms-tab';
import { ImportContent } from './import-content';
import { IntegrationsTab } from './integrations/integrations-tab';
import { LegalTexts } from './legal/legal-texts';
import { ReplyTemplates } from './reply-templates';
import { ResponseTimesForm } from './response-times-form';
import { RetentionSettings } from './retention-settings';
import { SalesSettingsForms } from './sales-settings';
import { TestimonialSettings } from './testimonial-settings';

const loadSettings: SectionLoad = ({ api, queryClient }) =>
  queryClient.ensureQueryData(api.admin.settings.get.queryOptions(undefined, forThisVisit));

/** Section for the agency's settings, such as name, contact data and response times. */
function SectionSettings() {
  const today = useToday();
  const { api } = useRouter().options.context;
  const shown = viewOf('settings', useAdminSearch().tab);
  // Refetches the settings at each visit, because the cache may be older than another admin's save.
  const query = useQuery(api.admin.settings.get.queryOptions(undefined, { gcTime: 0 }));
  return (
    <>
      <SectionHead title="Settings" />
      <Loaded query={query}>
        {(settings) => (
          <>
            <FocusNamed />
            {shown === 'appearance' && <AppearanceTab settings={settings} />}
            {shown === 'forms' && <FormsTab settings={settings} />}
            {shown === 'legal' && <LegalTexts />}
            {shown === 'integrations' && <IntegrationsTab />}
            <Stack gap="md" maw="56rem">
              {shown === 'agency' && <AgencySettings settings={settings} />}
              {shown === 'sales' && <SalesSettingsForms settings={settings} />}
              {shown === 'payments' && <BankSettingsForm settings={settings} />}
              {shown === 'answers' && <ResponseTimesForm settings={settings} />}
              {shown === 'emails' && <EmailTemplates settings={settings} />}
              {shown === 'replies' && (
                <>
                  <ReplyTemplates />
                  <TestimonialSettings settings={settings} />
                </>
              )}
              {shown === 'import' && <ImportContent />}
              {shown === 'data' && (
                <>
                  <AccountantCard today={today} />
                  {settings.seller.value.country === 'DE' && <DatevSettings settings={settings} />}
                  <FileSettingsForm settings={settings} />
                  <RetentionSettings settings={settings} />
                </>
              )}
            </Stack>
          </>
        )}
      </Loaded>
    </>
  );
}

const namedElements = '#content :is(h2, label, legend, .mantine-InputWrapper-label)';

/** Focuses the field that the URL's hash names by its label, or scrolls to the form with that title. */
function FocusNamed() {
  const name = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (!name) return;
    const isNamed = ({ firstChild }: Element) => firstChild?.textContent === name;
    const named = [...document.querySelectorAll(namedElements)].find(isNamed);
    named?.scrollIntoView({ block: 'center' });
    if (named instanceof HTMLLabelElement) named.control?.focus({ preventScroll: true });
  }, [name]);
  return null;
}

export const section: SectionCode = { Section: SectionSettings, load: loadSettings };
