import { messageServices } from '~/contract/leads/contact';
import { countryLabel } from '~/contract/leads/country-label';
import { channels } from '~/contract/leads/form-fields';
import { budgetRangesIn, labelOf, timelines } from '~/contract/leads/quotes';
import type { MailedLink } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

/** What the mails about a quote or a message hold of it. */
export interface LeadSummary {
  kind: 'quote' | 'message';
  id: number;
  name: string;
  email: string;
  /** What tells it from others in a list of mails: who, and what for. */
  subject: string;
  /** What was sent, a line for each field, as it was typed. */
  facts: [label: string, value: string][];
}

interface Quote {
  id: number;
  name: string;
  email: string;
  phone: string;
  company: string;
  country?: string | null | undefined;
  serviceName: string;
  budget: string;
  timeline: string;
  projectDetails: string;
  preferredChannel: string;
}

interface Message {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  service: string;
  subject: string;
  message: string;
  preferredChannel: string;
}

const filled = (facts: [string, string][]) => facts.filter(([, value]) => value.trim());

export const summaryOfQuote = (quote: Quote): LeadSummary => ({
  kind: 'quote',
  id: quote.id,
  name: quote.name,
  email: quote.email,
  subject: [quote.company.trim() || quote.name, quote.serviceName].filter(Boolean).join(', '),
  facts: filled([
    ['Service', quote.serviceName],
    ['Budget', labelOf(budgetRangesIn(), quote.budget)],
    ['Timeline', labelOf(timelines, quote.timeline)],
    ['Phone', quote.phone],
    ['Company', quote.company],
    ['Country', countryLabel(quote.country)],
    ['Answer by', labelOf(channels, quote.preferredChannel)],
    ['Details', quote.projectDetails],
  ]),
});

export const summaryOfMessage = (message: Message): LeadSummary => ({
  kind: 'message',
  id: message.id,
  name: `${message.firstName} ${message.lastName}`,
  email: message.email,
  subject: [
    `${message.firstName} ${message.lastName}`,
    message.subject.trim() || labelOf(messageServices, message.service),
  ]
    .filter(Boolean)
    .join(', '),
  facts: filled([
    ['Subject', message.subject],
    ['Service', labelOf(messageServices, message.service)],
    ['Phone', message.phone],
    ['Answer by', labelOf(channels, message.preferredChannel)],
    ['Message', message.message],
  ]),
});

/** Emails about leads, to their senders and to the agency. */
export function leadEmails({ write, publicUrl, agencyEmail, answerWithin }: OpenMailer) {
  /**
   * Confirms a submission to its sender. Anyone can enter anyone's email: unless the sender has verified it, the email repeats none of the
   * submitted text, so that the form cannot be used to send text to strangers.
   */
  async function received(
    tx: Executor,
    lead: LeadSummary,
    { isOwn, link }: { isOwn: boolean; link?: MailedLink | undefined },
  ): Promise<void> {
    const answer = `A person reads what you sent and answers within ${answerWithin}.`;
    const own: Part[] = [
      { kind: 'text', text: `Hello ${lead.name},\n\nthank you for writing. ${answer}` },
      { kind: 'facts', facts: lead.facts },
      { kind: 'text', text: 'Something to add? Simply answer this mail.' },
    ];
    const neutral: Part[] = [
      { kind: 'text', text: `Hello,\n\nthank you for writing. ${answer}` },
      {
        kind: 'text',
        text: 'Something to add? Simply answer this mail. If you did not write to us, your address was entered by mistake, and there is nothing to do.',
      },
    ];
    // It shows how the quote stands, and none of what was typed.
    const button: Part[] = link
      ? [{ kind: 'button', label: 'See how your quote stands', url: link.url }]
      : [];
    await write(tx, {
      kind: lead.kind === 'quote' ? 'quote_received' : 'message_received',
      to: lead.email,
      about: `${lead.kind}:${lead.id}`,
      title: lead.kind === 'quote' ? 'Your quote request is here' : 'Your message is here',
      parts: [...(isOwn ? own : neutral), ...button],
      linkNonce: link?.linkNonce,
      replyTo: agencyEmail,
    });
  }

  /** Notifies the agency of a new lead. */
  async function notice(tx: Executor, lead: LeadSummary): Promise<void> {
    const section = lead.kind === 'quote' ? 'quotes' : 'messages';
    await write(tx, {
      kind: lead.kind === 'quote' ? 'quote_notice' : 'message_notice',
      to: agencyEmail,
      replyTo: lead.email,
      about: `${lead.kind}:${lead.id}`,
      subject: `${lead.kind === 'quote' ? 'New quote' : 'New message'}: ${lead.subject}`,
      title: lead.kind === 'quote' ? 'A new quote request' : 'A new message',
      parts: [
        {
          kind: 'facts',
          facts: [['Name', lead.name], ['Email', lead.email], ...lead.facts],
        },
        {
          kind: 'button',
          label: 'Open it in the panel',
          url: `${publicUrl}/admin?section=${section}&open=${lead.id}`,
        },
      ],
    });
  }

  return {
    received,
    notice,
  };
}
