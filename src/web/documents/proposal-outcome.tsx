import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { formatDate } from '~/web/lib/dates';
import { buttonClass } from '~/web/ui/button';
import { DocumentNotice } from './document-notice';
import styles from './document-notice.module.css';

/** Shows the next step after the acceptance. */
function NextStep({ proposal }: { proposal: ClientProposal }) {
  const { nextInvoice, schedule, progress } = proposal;
  const { paidParts = 0, nextPart, requestId } = progress ?? {};
  if (!nextInvoice) {
    return (
      <p>
        {paidParts > 0 &&
          (paidParts === schedule.length
            ? 'Paid in full. '
            : `${partsInWords(paidParts)} received. `)}
        {nextPart
          ? `Next payment: ${formatAmount(nextPart.amount, proposal.currency)} (${nextPart.label}), ${nextPart.isHeld ? 'which we review before we send the invoice' : `due ${nextPart.date ? dateInWords(nextPart.date) : 'on completion'}`}. `
          : ''}
        {requestId ? (
          <>
            To follow the work, sign in as {proposal.client.email}:{' '}
            <a href={`/dashboard/requests/${requestId}`}>View project</a>
          </>
        ) : (
          'We’ll contact you about the next steps.'
        )}
      </p>
    );
  }
  const { currency, dueDate, number, part, remaining, total, url } = nextInvoice;
  const isFirst = part === 1 && schedule.length > 1 && remaining === total;
  const amount = formatAmount(remaining, currency);
  return (
    <div className={styles.next}>
      <a href={url} className={buttonClass('default', 'lg')}>
        {isFirst ? `Make the first payment, ${amount}` : `Pay ${amount}`}
      </a>
      <p>
        Invoice {number} is due {dateInWords(dueDate)}. We’ve also emailed it to you, and we’ll
        contact you about the start date.
      </p>
    </div>
  );
}

const partsInWords = (count: number) => (count === 1 ? 'First payment' : `First ${count} payments`);

/** Describes the outcome of a proposal in a sentence. Renders nothing while the proposal is open. */
export function ProposalOutcome(props: { proposal: ClientProposal; isNew?: boolean }) {
  const { proposal, isNew = false } = props;
  const { acceptance, client, decidedAt, seller, status, validUntil } = proposal;
  const { email } = client;
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
          Thank you.{email && ` We’ve sent a confirmation to ${email}.`} This page keeps the
          accepted version; print it for your records.
        </p>
        <NextStep proposal={proposal} />
      </DocumentNotice>
    );
  }
  if (status === 'declined') {
    return (
      <DocumentNotice tone="none" title={`Declined${on}`} isNew={isNew}>
        <p>Thank you for letting us know. If this was a mistake or something changes, {write}.</p>
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
        <p>It can no longer be accepted. If this is unexpected, {write}.</p>
      </DocumentNotice>
    );
  }
  return null;
}
