import type { ReactNode } from 'react';

import { sellerLines } from '~/contract/common/addresses';
import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { presentTotals, totalsOf } from '~/contract/documents/money';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import '~/web/ui/prose.css';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import styles from './proposal-document.module.css';
import { ProposalItems } from './proposal-items';
import { ProposalSchedule } from './proposal-schedule';
import { ProposalTotals } from './proposal-totals';

/** Length from which a title has a smaller font size. */
const longTitle = 60;

/** A proposal as its client reads it: at its private link, in the client area, and in the panel's preview. */
export function ProposalDocument(props: {
  proposal: ShownProposal;
  /** Indexes of the optional items that count. */
  chosen: readonly number[];
  /** Called when the client selects an option; undefined if options can no longer be selected. */
  onChoose?: ((index: number, isChosen: boolean) => void) | undefined;
  /** Status notice above the document. */
  notice?: ReactNode;
  /** Actions beside the document, below the facts. */
  actions?: ReactNode;
  /** Decision of the client, shown below the document. */
  children?: ReactNode;
}) {
  const { proposal, chosen, onChoose, notice, actions, children } = props;
  const { client, currency, seller } = proposal;
  const inCents = totalsOf(proposal, currency, chosen);
  const totals = presentTotals(inCents, currency);
  return (
    <article className={styles.document} aria-labelledby="proposal-title">
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>Proposal {proposal.number}</p>
          <h1
            id="proposal-title"
            className={styles.title}
            data-long={proposal.title.length > longTitle}
          >
            {proposal.title || 'Untitled'}
          </h1>
          {client.name && (
            <p className={styles.for}>
              For {client.name}
              {client.company && `, ${client.company}`}
            </p>
          )}
        </div>
        <FlightMark seed={proposal.number} kind="cover" className={styles.mark} />
      </header>
      {notice}
      <div className={styles.columns}>
        <aside className={styles.aside} aria-label="At a glance">
          <dl className={styles.facts}>
            <div>
              <dt>Total</dt>
              <dd className={styles.sum} aria-live="polite">
                {formatAmount(totals.total, currency)}
              </dd>
            </div>
            {proposal.status !== 'accepted' && (
              <div>
                <dt>Valid until</dt>
                <dd>{dateInWords(proposal.validUntil)}</dd>
              </div>
            )}
            <div className={styles.party}>
              <dt>From</dt>
              <dd>
                <strong>{seller.name}</strong>
                {[...sellerLines(seller), ...proposal.sellerNumbers].map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
            <div className={styles.party}>
              <dt>For</dt>
              <dd>
                <strong>{client.name}</strong>
                {[client.company, client.email].filter(Boolean).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
          </dl>
          {actions}
        </aside>
        <div className={styles.main}>
          {proposal.introHtml && (
            <div
              className={`prose ${styles.prose}`}
              // The HTML is safe: the server renders it from Markdown without raw HTML.
              dangerouslySetInnerHTML={{ __html: proposal.introHtml }}
            />
          )}
          <ProposalItems proposal={proposal} chosen={chosen} onChoose={onChoose} />
          <ProposalTotals
            totals={totals}
            discount={proposal.discount}
            currency={currency}
            sellerCountry={seller.country}
          />
          <ProposalSchedule
            schedule={proposal.schedule}
            totalCents={inCents.totalCents}
            currency={currency}
          />
          {proposal.termsHtml && (
            <section className={styles.section} aria-labelledby="proposal-terms">
              <h2 id="proposal-terms" className={styles.heading}>
                Terms
              </h2>
              <div
                className={`prose ${styles.terms}`}
                dangerouslySetInnerHTML={{ __html: proposal.termsHtml }}
              />
            </section>
          )}
          {children}
        </div>
      </div>
    </article>
  );
}
