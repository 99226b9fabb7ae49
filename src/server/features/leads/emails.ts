import { type Answer, answerText } from '~/contract/forms/forms';
import { messageServices } from '~/contract/leads/contact';
import { countryLabel } from '~/contract/leads/country-label';
import { channels } from '~/contract/leads/form-fields';
import { budgetRangesIn, timelines } from '~/contract/leads/quote-options';
import { labelOf } from '~/contract/leads/quotes';
import type { MailedLink } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

/** Data for the emails about a quote or a message. */
export interface LeadSummary {
  kind: 'quote' | 'message';
  id: number;
  name: string;
  email: string;
  /** Name of the custom form with which the lead was submitted. */
  form?: string;
  /** Subject that helps to tell emails in a list apart: sender and service. */
  subject: string;
  /** Submitted text as typed, one line per field. */
  facts: [label: string, value: string][];
}

interface Quote {
  id: number;
  /** Answers to a custom form, shown instead of the project details. */
  answers?: Answer[] | null;
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

const contactFacts = ({ phone, company }: Quote): [string, string][] => [
  ['Phone', phone],
  ['Company', company],
];

const filled = (facts: [string, string][]) => facts.filter(([, value]) => value.trim());

export const summaryOfQuote = (quote: Quote): LeadSummary => ({
  kind: 'quote',
  ...(quote.answers && { form: quote.serviceName }),
  id: quote.id,
  name: quote.name,
  email: quote.email,
  subject: [quote.company.trim() || quote.name, quote.serviceName].filter(Boolean).join(', '),
  facts: filled([
    [quote.answers ? 'Form' : 'Service', quote.serviceName],
    ['Budget', labelOf(budgetRangesIn(), quote.budget)],
    ['Timeline', labelOf(timelines, quote.timeline)],
    ...(quote.answers ? [] : contactFacts(quote)),
    ['Country', countryLabel(quote.country)],
    ['Reply by', labelOf(channels, quote.preferredChannel)],
    ...(quote.answers
      ? quote.answers.map((answer): [string, string] => [answer.label, answerText(answer)])
      : ([['Details', quote.projectDetails]] satisfies [string, string][])),
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
    ['Reply by', labelOf(channels, message.preferredChannel)],
    ['Message', message.message],
  ]),
});

const templateOf = ({ kind, form }: LeadSummary) => {
  if (form) return 'formReceived';
  return kind === 'quote' ? 'quoteReceived' : 'messageReceived';
};

const noticeWords = ({ kind, form }: LeadSummary): { subject: string; title: string } => {
  if (form) return { subject: 'New form entry', title: `New form entry: ${form}` };
  return kind === 'quote'
    ? { subject: 'New quote', title: 'New quote request' }
    : { subject: 'New message', title: 'New message' };
};

/** Emails about leads, to their senders and to the agency. */
export function leadEmails({ write, words, publicUrl, agencyEmail, answerWithin }: OpenMailer) {
  /**
   * Confirms a submission to its sender. Anyone can enter another person's email. Unless the sender has verified the
   * email, the confirmation therefore repeats none of the submitted text, so that the form cannot be used to send text
   * to strangers.
   */
  async function received(
    tx: Executor,
    lead: LeadSummary,
    { isOwn, link }: { isOwn: boolean; link?: MailedLink | undefined },
  ): Promise<void> {
    const { intro, ...head } = words(templateOf(lead), {
      name: isOwn ? lead.name : '',
      responseTime: answerWithin,
    });
    const details: Part = isOwn
      ? { kind: 'facts', facts: lead.facts }
      : {
          kind: 'text',
          text: 'If you didn’t write to us, someone entered your address by mistake; you can ignore this email.',
        };
    // The page to which the button links shows the status of the quote, but no submitted text.
    const button: Part[] = link
      ? [
          {
            kind: 'button',
            label: lead.form ? 'View status' : 'Follow your quote',
            url: link.url,
          },
        ]
      : [];
    await write(tx, {
      kind: lead.kind === 'quote' ? 'quote_received' : 'message_received',
      to: lead.email,
      about: `${lead.kind}:${lead.id}`,
      ...head,
      parts: [intro, details, ...button],
      linkNonce: link?.linkNonce,
      replyTo: agencyEmail,
    });
  }

  /** Notifies the agency of a new lead. */
  async function notice(tx: Executor, lead: LeadSummary): Promise<void> {
    const section = lead.kind === 'quote' ? 'quotes' : 'messages';
    const words = noticeWords(lead);
    await write(tx, {
      kind: lead.kind === 'quote' ? 'quote_notice' : 'message_notice',
      to: agencyEmail,
      ...(lead.email && { replyTo: lead.email }),
      about: `${lead.kind}:${lead.id}`,
      subject: `${words.subject}: ${lead.subject}`,
      title: words.title,
      parts: [
        {
          kind: 'facts',
          facts: filled([['Name', lead.name], ['Email', lead.email], ...lead.facts]),
        },
        {
          kind: 'button',
          label: 'Open in admin',
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
