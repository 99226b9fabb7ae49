import { Button, Group, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AnyLegalPage } from '~/contract/legal/legal';
import type { LegalRecord } from '~/contract/legal/legal-schema';
import { SiteLink } from '~/web/admin/content/site-link';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { notifyFailed } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import { LegalEditor } from './legal-editor';
import { LegalFacts } from './legal-facts';
import { isOptional, stateOf } from './legal-words';
import { WithdrawPage } from './withdraw-page';

/** Page of one legal text, which replaces the list. */
export function LegalPage({ page }: { page: AnyLegalPage }) {
  const { api } = useRouter().options.context;
  const { closeRecord } = useAdminSearch();
  // Refetches the page at each visit, because the cache may be older than another admin's save.
  const query = useQuery(api.admin.legal.get.queryOptions({ page }, { gcTime: 0 }));
  const [opened, setOpened] = useState<{ record: LegalRecord; count: number }>();

  const openAnew = (record: LegalRecord) =>
    setOpened((before) => ({ record, count: (before?.count ?? 0) + 1 }));
  const showTheirs = async (forget: () => void) => {
    const { data, error } = await query.refetch();
    // The input is discarded only after the other version was loaded.
    if (error || !data) return notifyFailed(error, 'Failed to load');
    forget();
    openAnew(data);
  };

  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        mb="xs"
        onClick={() => void closeRecord()}
      >
        ← All legal texts
      </Button>
      <Loaded query={query}>
        {(record) => (
          <>
            <div className="legal-head">
              <div>
                <Group gap="sm">
                  <Title order={2}>{record.title}</Title>
                  <StatusBadge status={stateOf(record)} />
                </Group>
                <LegalFacts page={record} />
              </div>
              <Group gap="xs">
                {isOptional(page) && <WithdrawPage record={record} onWithdrawn={openAnew} />}
                {record.isPublished && <SiteLink path={record.path} name={record.title} />}
              </Group>
            </div>
            <LegalEditor
              key={opened?.count ?? 0}
              // Keeps the text as it was when editing started, so that another admin's change does
              // not replace the input.
              opened={opened?.record}
              record={record}
              onSaved={openAnew}
              onShowTheirs={(forget) => void showTheirs(forget)}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
