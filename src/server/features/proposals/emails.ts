import { dateInWords } from '~/contract/common/date-words';
import type { MailedLink } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

interface Proposal {
  id: number;
  number: string;
  title: string;
  clientName: string;
  clientEmail: string;
  validUntil: string;
  /** Formatted total. */
  total: string;
}

/** Emails about proposals, to the client and to the agency. */
export function proposalEmails({ write, words, publicUrl, agencyEmail, name }: OpenMailer) {
  const about = ({ id }: Pick<Proposal, 'id'>) => `proposal:${id}`;
  const facts = (proposal: Proposal): [string, string][] => [
    ['Proposal', `${proposal.number}: ${proposal.title}`],
    ['Total', proposal.total],
  ];

  const variables = (proposal: Proposal) => ({
    name: proposal.clientName,
    number: proposal.number,
    title: proposal.title,
    total: proposal.total,
    validUntil: dateInWords(proposal.validUntil),
  });

  const notice = (
    tx: Executor,
    proposal: Proposal,
    outcome: 'accepted' | 'declined',
    more: [string, string][] = [],
  ) =>
    write(tx, {
      kind: 'proposal_notice',
      to: agencyEmail,
      replyTo: proposal.clientEmail,
      about: about(proposal),
      title: `Proposal ${outcome}`,
      subject: `${name}: ${proposal.number} was ${outcome}, ${proposal.total}`,
      parts: [
        { kind: 'facts', facts: [...facts(proposal), ['Client', proposal.clientName], ...more] },
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=proposals&open=${proposal.id}`,
        },
      ],
    });

  return {
    /** Sends the link. @param to another person who gets a copy, instead of the client */
    sent: (
      tx: Executor,
      proposal: Proposal,
      { url, linkNonce }: MailedLink,
      { message, to }: { message: string; to?: string },
    ) => {
      const { intro, ...head } = words('proposalSent', variables(proposal));
      return write(tx, {
        kind: 'proposal_sent',
        to: to ?? proposal.clientEmail,
        replyTo: agencyEmail,
        about: about(proposal),
        linkNonce,
        ...head,
        parts: [
          to
            ? {
                kind: 'text',
                text: `Hello,\n\nThis is a copy of our proposal to ${proposal.clientName}.`,
              }
            : intro,
          ...(message ? [{ kind: 'text' as const, text: message }] : []),
          {
            kind: 'facts',
            facts: [...facts(proposal), ['Valid until', dateInWords(proposal.validUntil)]],
          },
          { kind: 'button', label: 'View proposal', url },
          {
            kind: 'text',
            text: 'Anyone with the link can accept the proposal. Questions? Just reply to this email.',
          },
        ],
      });
    },

    accepted: async (
      tx: Executor,
      proposal: Proposal,
      { url, linkNonce }: MailedLink,
      acceptance: { name: string },
    ) => {
      const { intro, ...head } = words('proposalAccepted', variables(proposal));
      await write(tx, {
        kind: 'proposal_accepted',
        to: proposal.clientEmail,
        replyTo: agencyEmail,
        about: about(proposal),
        linkNonce,
        ...head,
        parts: [
          intro,
          { kind: 'facts', facts: facts(proposal) },
          { kind: 'button', label: 'View agreement', url },
        ],
      });
      await notice(tx, proposal, 'accepted', [['Accepted by', acceptance.name]]);
    },

    declined: (tx: Executor, proposal: Proposal, reason: string) =>
      notice(tx, proposal, 'declined', reason ? [['Reason', reason]] : []),
  };
}
