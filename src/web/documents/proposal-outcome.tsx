import { dateInWords } from '~/contract/common/dates';
import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { formatDate } from '~/web/lib/dates';
import { DocumentNotice } from './document-notice';

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
          Thank you. A confirmation is on its way to {proposal.client.email}; we will be in touch
          about the start. This page stays as it was accepted, and can be printed for your files.
        </p>
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
