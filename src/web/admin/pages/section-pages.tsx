import { Stack, Tabs } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { SectionHead } from '~/web/admin/ui/section-head';
import { useQuery } from '~/web/lib/queries';
import { ClaimsTexts } from './claims-texts';
import { PageTexts } from './page-texts';

const tabs = [
  { value: 'pages', label: 'Pages' },
  { value: 'claims', label: 'Claims and questions' },
] as const;

/** The words and figures of the site's pages. */
export function SectionPages() {
  const { api } = useRouter().options.context;
  const { tab, change } = useAdminSearch();
  const shown = tabs.find(({ value }) => value === tab)?.value ?? 'pages';
  // Anew at each visit: what is left of an earlier one may be older than what others saved.
  const query = useQuery(api.admin.pageTexts.get.queryOptions(undefined, { gcTime: 0 }));
  return (
    <>
      <SectionHead title="Page Texts" note="Pages show a change at once." />
      <Loaded query={query}>
        {(texts) => (
          <Tabs
            value={shown}
            onChange={(value) =>
              void change({ tab: value === 'pages' ? undefined : (value ?? undefined) })
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
              <Stack gap="md" maw="56rem">
                {shown === 'pages' && <PageTexts texts={texts} />}
                {shown === 'claims' && <ClaimsTexts texts={texts} />}
              </Stack>
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </>
  );
}
