import { getRouteApi, Link } from '@tanstack/react-router';

import { defaultSelection } from '~/contract/documents/choices';
import { isOpenProposal } from '~/contract/proposals/proposals';
import { DocumentNotice } from '~/web/documents/document-notice';
import { ProposalDocument } from '~/web/documents/proposal-document';
import { ProposalOutcome } from '~/web/documents/proposal-outcome';
import { ProposalRecord } from '~/web/documents/proposal-record';
import { useSuspenseQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { Button, buttonClass } from '~/web/ui/button';
import listStyles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import styles from './page-proposal.module.css';
import { QuestionsLate } from './questions.lazy';

const route = getRouteApi('/dashboard/proposals/$id');

/** Page of one of the client's own proposals. An open one is decided at its private link. */
export function PageOwnProposal() {
  const { api, client } = route.useRouteContext();
  const refresh = useRefresh();
  const { id } = route.useParams();
  const { data: proposal } = useSuspenseQuery(api.proposals.get.queryOptions({ id: Number(id) }));
  return (
    <div className={`wrap ${listStyles.page}`}>
      <p className={`${listStyles.back} ${styles.back}`}>
        <Link to="/dashboard/proposals">Proposals</Link>
      </p>
      <NeedsScripts what="Your dashboard" />
      <ProposalDocument
        proposal={proposal}
        chosen={proposal.acceptance?.optionalItems ?? defaultSelection(proposal.items)}
        notice={
          proposal.url ? (
            <DocumentNotice tone="wait" title="This proposal awaits your decision">
              <p>
                <a href={proposal.url}>Choose your options, then accept or decline</a>. You’ll come
                back here afterwards.
              </p>
            </DocumentNotice>
          ) : isOpenProposal(proposal.status) ? (
            <DocumentNotice tone="wait" title="It waits for a decision">
              <p>{proposal.client.name} or a manager of your company can accept or decline it.</p>
            </DocumentNotice>
          ) : (
            <ProposalOutcome proposal={proposal} />
          )
        }
        actions={
          <div className={styles.actions}>
            {proposal.url && (
              <a href={proposal.url} className={buttonClass()}>
                Review and decide
              </a>
            )}
            {proposal.requestId && (
              <Link
                to="/dashboard/requests/$id"
                params={{ id: String(proposal.requestId) }}
                className={buttonClass()}
              >
                View project
              </Link>
            )}
            {proposal.acceptance && (
              <a href={`/api/proposals/${id}/pdf`} className={buttonClass('outline')}>
                Download PDF
              </a>
            )}
            <Button variant="outline" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        }
      >
        <ProposalRecord proposal={proposal} />
        <QuestionsLate
          messages={proposal.messages}
          filesAt="/api/files"
          draftName={`proposal-question:${id}`}
          send={async (message) => {
            await client.proposals.askAsClient.mutate({ id: Number(id), ...message });
            await refresh();
          }}
        />
        {proposal.url && (
          <p>
            <a href={proposal.url} className={buttonClass('default', 'lg')}>
              Review and decide
            </a>
          </p>
        )}
      </ProposalDocument>
    </div>
  );
}
