import { Skeleton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';

import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { LeadConversation } from '~/web/admin/leads/lead-conversation.lazy';
import { LinkDialog } from '~/web/admin/ui/link-dialog';
import { notifyFailed } from '~/web/admin/ui/notices';
import { RecordPage } from '~/web/admin/ui/record-page';
import { useQuery } from '~/web/lib/queries';
import { AcceptedProposal } from './accepted-proposal';
import { ProposalEditor } from './proposal-editor';
import './proposals.css';

/** Page of a proposal, which replaces the list. */
export function ProposalPage({ id }: { id: number }) {
  const { api } = useRouter().options.context;
  // Bypasses the cache, which may be older than another admin's save.
  const query = useQuery(
    api.admin.proposals.get.queryOptions({ id }, { enabled: id > 0, gcTime: 0 }),
  );
  const [reloaded, setReloaded] = useState<{ row: AdminProposal; version: number }>();
  const [url, setUrl] = useState<string>();

  const reload = async () => {
    const { data, error } = await query.refetch();
    // The input is discarded only after the other version was loaded.
    if (error || !data) notifyFailed(error, 'Failed to load');
    else setReloaded((before) => ({ row: data, version: (before?.version ?? 0) + 1 }));
  };

  return (
    <>
      <RecordPage list="All proposals" title="Proposal" query={query}>
        {(row) => (
          <>
            {row.acceptance ? (
              <AcceptedProposal
                proposal={row}
                acceptance={row.acceptance}
                onChanged={() => void reload()}
              />
            ) : (
              <ProposalEditor
                key={reloaded?.version ?? 0}
                opened={reloaded?.row ?? row}
                current={row}
                onReload={() => void reload()}
                onSent={(link) => {
                  setUrl(link);
                  void reload();
                }}
              />
            )}
            {row.clientEmail && (
              <div className="proposal-conversation">
                <Suspense fallback={<Skeleton height={120} />}>
                  <LeadConversation kind="proposal" id={row.id} />
                </Suspense>
              </div>
            )}
          </>
        )}
      </RecordPage>
      {url && (
        <LinkDialog
          title="Proposal sent"
          text="We emailed this link to the client. Anyone with the link can view and accept the proposal."
          url={url}
          onClose={() => setUrl(undefined)}
        />
      )}
    </>
  );
}
