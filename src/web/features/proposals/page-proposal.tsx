import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { defaultSelection, selectItem } from '~/contract/documents/choices';
import { isOpenProposal } from '~/contract/proposals/proposals';
import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { DocumentFrame } from '~/web/documents/document-frame';
import { DocumentNotice } from '~/web/documents/document-notice';
import { ProposalDocument } from '~/web/documents/proposal-document';
import { ProposalOutcome } from '~/web/documents/proposal-outcome';
import { ProposalRecord } from '~/web/documents/proposal-record';
import { errorStatusOf } from '~/web/lib/api-error';
import { useResult } from '~/web/lib/use-result';
import { Button, buttonClass } from '~/web/ui/button';
import { carryOver } from './carry-over';
import { DecideLate } from './decide.lazy';
import styles from './page-proposal.module.css';
import { QuestionsLate } from './questions.lazy';
import { useChosenOptions } from './use-chosen-options';

const route = getRouteApi('/proposals/$token');

/** Latest event of the proposal on this page. */
type News = 'changed' | 'decided';

export function PageProposal() {
  const { api, client } = route.useRouteContext();
  const { token } = route.useParams();
  const proposal = useResult(api.proposals.byLink.queryOptions({ token }));
  const [picked, setPicked] = useChosenOptions(proposal);
  const [news, setNews] = useState<News>();
  const isOpen = isOpenProposal(proposal.status);
  const chosen =
    proposal.acceptance?.optionalItems ?? (isOpen ? picked : defaultSelection(proposal.items));

  const show = (next: ClientProposal) => {
    if (isOpenProposal(next.status)) setPicked(carryOver(proposal.items, picked, next.items));
    setNews(isOpenProposal(next.status) ? 'changed' : 'decided');
    api.proposals.byLink.setData({ token }, next);
  };

  /**
   * Shows a new version, or a decision that was made in another tab, and keeps the typed values.
   */
  const onFailed = async (error: unknown) => {
    if (errorStatusOf(error) !== 409) return;
    const next = await client.proposals.byLink.query({ token });
    if (next.contentHash !== proposal.contentHash || next.status !== proposal.status) show(next);
  };

  const decision = { token, proposal, chosen, onDecided: show, onFailed };
  return (
    <DocumentFrame>
      <ProposalDocument
        proposal={proposal}
        chosen={chosen}
        onChoose={
          isOpen
            ? (index, isChosen) =>
                setPicked((before) => selectItem(proposal.items, before, index, isChosen))
            : undefined
        }
        notice={
          news === 'changed' && isOpen ? (
            <DocumentNotice
              tone="wait"
              title="We updated this proposal while you were reading it"
              isNew
            >
              <p>
                This is the new version. Please read it before you accept. What you typed is still
                here.
              </p>
            </DocumentNotice>
          ) : (
            <ProposalOutcome proposal={proposal} isNew={news === 'decided'} />
          )
        }
        actions={
          <div className={styles.actions}>
            {isOpen && (
              <a href="#decide" className={buttonClass()}>
                Accept or decline
              </a>
            )}
            {proposal.acceptance && (
              <a href={`/api/proposals/by-link/${token}/pdf`} className={buttonClass('outline')}>
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
        {isOpen && (
          <section id="decide" className={styles.decide} aria-labelledby="decide-title">
            <h2 id="decide-title" className={styles.title}>
              Ready to start?
            </h2>
            <noscript>
              <p className={styles.noscript}>
                This page needs JavaScript to accept, decline or choose options. Without it, please
                reply to our email or write to {proposal.seller.email}. Mention proposal{' '}
                {proposal.number} and the options you want.
              </p>
            </noscript>
            <DecideLate {...decision} />
          </section>
        )}
        <QuestionsLate
          messages={proposal.messages}
          filesAt={`/api/proposals/by-link/${token}/files`}
          draftName={`proposal-question:${token.slice(0, 12)}`}
          send={async (message) => {
            const messages = await client.proposals.ask.mutate({ token, ...message });
            api.proposals.byLink.setData({ token }, { ...proposal, messages });
          }}
        />
      </ProposalDocument>
    </DocumentFrame>
  );
}
