import { Stack, Tabs } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { builtInPages, pageKeys } from '~/contract/built-in-pages/built-in-pages';
import { PreviewChangeProvider } from '~/web/admin/form/preview-change';
import { MayChangeProvider } from '~/web/admin/form/read-only';
import { type PreviewDraft, SitePreview } from '~/web/admin/form/site-preview';
import type { SectionCode } from '~/web/admin/shell/section-load';
import { forThisVisit, type SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { SectionHead } from '~/web/admin/ui/section-head';
import { useQuery } from '~/web/lib/queries';
import { ClaimsTexts } from './claims-texts';
import { NavigationForm } from './navigation-form';
import { PageBlocks } from './page-blocks';
import { PageTexts } from './page-texts';
import { PageVersions } from './page-versions';

const tabs = [
  ...pageKeys.map((value) => ({
    value,
    label: builtInPages[value].label,
    path: builtInPages[value].path,
  })),
  { value: 'navigation', label: 'Navigation', path: '/' },
  { value: 'claims', label: 'Stats and questions', path: '/about' },
] as const;

const loadPages: SectionLoad = ({ api, queryClient }) =>
  queryClient.ensureQueryData(api.admin.pageTexts.get.queryOptions(undefined, forThisVisit));

/** Section for texts and claims of the site's pages, with a preview. */
function SectionPages() {
  const { api } = useRouter().options.context;
  const { tab, change } = useAdminSearch();
  const can = useCan();
  const [typed, setTyped] = useState<PreviewDraft>();
  const [restored, setRestored] = useState(0);
  const { value: shown, path } = tabs.find(({ value }) => value === tab) ?? tabs[0];
  const page = pageKeys.find((key) => key === shown);
  // Refetches the texts at each visit, because the cache may be older than another admin's save.
  const query = useQuery(api.admin.pageTexts.get.queryOptions(undefined, { gcTime: 0 }));
  return (
    <>
      <SectionHead title="Built-in pages" />
      <Loaded query={query}>
        {(texts) => (
          <Tabs
            value={shown}
            onChange={(value) =>
              void change({ tab: value === 'home' ? undefined : (value ?? undefined) })
            }
          >
            <Tabs.List mb="md">
              {tabs.map(({ value, label }) => (
                <Tabs.Tab key={value} value={value}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={shown}>
              <PreviewChangeProvider key={shown}>
                <div className="with-preview">
                  <Stack gap="md" key={restored}>
                    {page && <PageTexts page={page} texts={texts} />}
                    {page && (
                      <MayChangeProvider value={can('content.write')}>
                        <PageBlocks page={page} onTyped={setTyped} />
                        <PageVersions
                          page={page}
                          isDirty={typed !== undefined}
                          onRestored={() => setRestored((before) => before + 1)}
                        />
                      </MayChangeProvider>
                    )}
                    {shown === 'navigation' && <NavigationForm texts={texts} />}
                    {shown === 'claims' && <ClaimsTexts texts={texts} />}
                  </Stack>
                  <SitePreview path={path} {...(typed && { draft: typed })} />
                </div>
              </PreviewChangeProvider>
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </>
  );
}

export const section: SectionCode = { Section: SectionPages, load: loadPages };
