import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { formatDate } from '~/web/lib/dates';
import { buttonClass } from '~/web/ui/button';
import { DocumentNotice } from './document-notice';
import styles from './document-notice.module.css';

/** What comes after the yes. */
function NextStep({ proposal }: { proposal: ClientProposal }) {
  const { nextInvoice, schedule, progress } = proposal;
  const { paidParts = 0, nextPart, requestId } = progress ?? {};
  if (!nextInvoice) {
    return (
      <p>
        {paidParts > 0 &&
          (paidParts === schedule.length
            ? 'All of it is paid. '
            : `${partsInWords(paidParts)} paid. `)}
        {nextPart
          ? `Next: ${nextPart.label}, ${formatAmount(nextPart.amount, proposal.currency)}, ${
              nextPart.date ? `on ${dateInWords(nextPart.date)}` : 'when the work is done'
            }. `
          : ''}
        {requestId ? (
          <>
            <a href={`/dashboard/requests/${requestId}`}>See the work</a>, after signing in with{' '}
            {proposal.client.email}.
          </>
        ) : (
          'We will be in touch about what comes next.'
        )}
      </p>
    );
  }
  const { currency, dueDate, number, part, remaining, total, url } = nextInvoice;
  const isFirst = part === 1 && schedule.length > 1 && remaining === total;
  const what = isFirst ? 'the first part, ' : '';
  return (
    <div className={styles.next}>
      <a href={url} className={buttonClass('default', 'lg')}>
        Pay {what}
        {formatAmount(remaining, currency)}
      </a>
      <p>
        Next: this is the invoice {number}, to be paid by {dateInWords(dueDate)}. We have mailed it
        to you as well, and will be in touch about the start.
      </p>
    </div>
  );
}

const partsInWords = (count: number) =>
  count === 1 ? 'The first part is' : `The first ${count} parts are`;

/** What became of a proposal, in a sentence; nothing while it is open. */
export function ProposalOutcome(props: { proposal: ClientProposal; isNew?: boolean }) {
  const { proposal, isNew = false } = props;
  const { acceptance, decidedAt, seller, status, validUntil } = proposal;
  const on = decidedAt ? ` on ${formatDate(decidedAt)}` : '';
  const write = <a href={`mailto:${seller.email}`}>write to {seller.email}</a>;
  if (status === 'accepted' && acceptance) {
    return (
      <DocumentNotice
        tone="good"
        title={`Accepted by ${acceptance.name} on ${formatDate(acceptance.acceptedAt)}`}
        isNew={isNew}
      >
        <p>
          Thank you. A confirmation is on its way to {proposal.client.email}. This page stays as it
          was accepted, and can be printed for your files.
        </p>
        <NextStep proposal={proposal} />
      </DocumentNotice>
    );
  }
  if (status === 'declined') {
    return (
      <DocumentNotice tone="none" title={`Declined${on}`} isNew={isNew}>
        <p>Thank you for telling us. Should something change, or if this was a mistake, {write}.</p>
      </DocumentNotice>
    );
  }
  if (status === 'expired') {
    return (
      <DocumentNotice
        tone="wait"
        title={`This proposal was valid until ${dateInWords(validUntil)}`}
        isNew={isNew}
      >
        <p>It can no longer be accepted. If you are still interested, {write} for a new one.</p>
      </DocumentNotice>
    );
  }
  if (status === 'withdrawn') {
    return (
      <DocumentNotice tone="wait" title={`We withdrew this proposal${on}`} isNew={isNew}>
        <p>It can no longer be accepted. If you expected otherwise, {write}.</p>
      </DocumentNotice>
    );
  }
  return null;
}
