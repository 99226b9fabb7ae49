import type { CodePurpose } from '~/contract/identity/identity';
import { codeMinutes } from '~/contract/identity/identity';
import { messageServices } from '~/contract/leads/contact';
import { budgets as budgetOptions, countries, labelOf, timelines } from '~/contract/leads/quotes';
import type { PublicSettings } from '~/contract/settings/settings';
import { billingLetters } from '~/server/features/billing/emails';
import { requestLetters, type Write } from '~/server/features/requests/emails';
import type { Database } from '~/server/platform/db/client';
import { layOut, type Part, type Sender } from './layout';
import type { Mail } from './outbox';

type Executor = Pick<Database, 'insert'>;

interface Asker {
  id: number;
  name: string;
  email: string;
  /** What they sent, a line each, as they typed it. */
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
}

const filled = (facts: [string, string][]) => facts.filter(([, value]) => value.trim());

const quoteAsker = (quote: Quote): Asker => ({
  id: quote.id,
  name: quote.name,
  email: quote.email,
  facts: filled([
    ['Service', quote.serviceName],
    ['Budget', labelOf(budgetOptions, quote.budget)],
    ['Timeline', labelOf(timelines, quote.timeline)],
    ['Phone', quote.phone],
    ['Company', quote.company],
    ['Country', labelOf(countries, quote.country ?? '')],
    ['Details', quote.projectDetails],
  ]),
});

const messageAsker = (message: Message): Asker => ({
  id: message.id,
  name: `${message.firstName} ${message.lastName}`,
  email: message.email,
  facts: filled([
    ['Subject', message.subject],
    ['Service', labelOf(messageServices, message.service)],
    ['Phone', message.phone],
    ['Message', message.message],
  ]),
});

/** Every mail that the product writes. Subjects are made of fixed words: nothing that people typed is in a header. */
export function createLetters(options: {
  mail: Mail;
  publicUrl: string;
  getSettings(): Promise<Pick<PublicSettings, 'brand' | 'contact'>>;
}) {
  return {
    /**
     * To be called before the transaction in which letters are written: what they say of the agency is read
     * here, since whoever holds one connection must not wait for another.
     */
    open: async () => lettersOf(options.mail, options.publicUrl, await options.getSettings()),

    /** After the commit: what was written leaves at once. */
    leaveSoon: options.mail.flushSoon,
  };
}

function lettersOf(
  mail: Mail,
  publicUrl: string,
  { brand, contact }: Pick<PublicSettings, 'brand' | 'contact'>,
) {
  const write: Write = async (tx, letter) => {
    const { title, parts, ...rest } = letter;
    // To the agency, which has not said yet where its mail goes; the panel shows what came in.
    if (!letter.to) return;
    const sender: Sender = { name: brand.name, foot: [contact.email, contact.phone] };
    // The agency's own name is one line, whatever was entered for it.
    const subject = `${brand.name.replace(/\s+/g, ' ')}: ${title}`;
    await mail.enqueue(tx, {
      ...rest,
      replyTo: rest.replyTo || undefined,
      subject,
      ...layOut(sender, title, parts),
    });
  };

  /**
   * Confirms what came in by a public form. Anyone can enter anyone's address there: unless the sender has proven that it is theirs, the
   * mail holds none of their words, so that the form sends nobody's text to strangers.
   */
  async function received(
    tx: Executor,
    what: 'quote' | 'message',
    asker: Asker,
    { isOwn }: { isOwn: boolean },
  ): Promise<void> {
    const answer = 'A person reads what you sent and answers within one working day.';
    const own: Part[] = [
      { kind: 'text', text: `Hello ${asker.name},\n\nthank you for writing. ${answer}` },
      { kind: 'facts', facts: asker.facts },
      { kind: 'text', text: 'Something to add? Simply answer this mail.' },
    ];
    const neutral: Part[] = [
      { kind: 'text', text: `Hello,\n\nthank you for writing. ${answer}` },
      {
        kind: 'text',
        text: 'Something to add? Simply answer this mail. If you did not write to us, your address was entered by mistake, and there is nothing to do.',
      },
    ];
    await write(tx, {
      kind: what === 'quote' ? 'quote_received' : 'message_received',
      to: asker.email,
      about: `${what}:${asker.id}`,
      title: what === 'quote' ? 'Your quote request is here' : 'Your message is here',
      parts: isOwn ? own : neutral,
      replyTo: contact.email,
    });
  }

  /** Tells the agency what came in. */
  async function notice(tx: Executor, what: 'quote' | 'message', asker: Asker): Promise<void> {
    const section = what === 'quote' ? 'quotes' : 'messages';
    await write(tx, {
      kind: what === 'quote' ? 'quote_notice' : 'message_notice',
      to: contact.email,
      replyTo: asker.email,
      about: `${what}:${asker.id}`,
      title: what === 'quote' ? 'A new quote request' : 'A new message',
      parts: [
        {
          kind: 'facts',
          facts: [['Name', asker.name], ['Email', asker.email], ...asker.facts],
        },
        {
          kind: 'button',
          label: 'Open it in the panel',
          url: `${publicUrl}/admin?section=${section}&open=${asker.id}`,
        },
      ],
    });
  }

  return {
    ...billingLetters(write, publicUrl),
    ...requestLetters(write, { publicUrl, agency: contact.email }),

    sendCode: (tx: Executor, email: string, purpose: CodePurpose, code: string) =>
      write(tx, {
        kind: 'code',
        to: email,
        title: purpose === 'signup' ? 'Your code to sign up' : 'Your code to sign in',
        parts: [
          { kind: 'code', code },
          {
            kind: 'text',
            text: `It is good for ${codeMinutes} minutes, once. Nobody of ours will ever ask you for it. If you did not want it, there is nothing to do.`,
          },
        ],
      }),

    sayNoAccount: (tx: Executor, email: string) =>
      write(tx, {
        kind: 'no_account',
        to: email,
        title: 'There is no account with this address',
        parts: [
          {
            kind: 'text',
            text: 'Somebody wanted to sign in with this address, but there is no account with it. If it was you, you can sign up in a minute, or try the address that you used then.',
          },
          { kind: 'button', label: 'Sign up', url: `${publicUrl}/auth/signup` },
          { kind: 'text', text: 'If it was not you, there is nothing to do.' },
        ],
      }),

    welcome: (tx: Executor, person: { email: string; firstName: string }) =>
      write(tx, {
        kind: 'welcome',
        to: person.email,
        title: 'Your account is ready',
        parts: [
          {
            kind: 'text',
            text: `Hello ${person.firstName},\n\nyour account is ready. It shows you what we are working on for you, and what was paid. You sign in with a code that we send here; there is no password.`,
          },
          { kind: 'button', label: 'Open your account', url: `${publicUrl}/` },
        ],
      }),

    /** What an admin wrote, in answer to what somebody sent. */
    reply: (
      tx: Executor,
      answer: {
        email: string;
        about: string;
        /** What is quoted; undefined for an address that has not proven itself. */
        message: string | undefined;
        text: string;
      },
    ) =>
      write(tx, {
        kind: 'reply',
        to: answer.email,
        replyTo: contact.email,
        about: answer.about,
        title: 'An answer to your message',
        parts: [
          { kind: 'text', text: answer.text },
          ...(answer.message === undefined
            ? []
            : ([
                { kind: 'facts' as const, facts: [['You wrote', answer.message]] },
              ] satisfies Part[])),
        ],
      }),

    quoteReceived: (tx: Executor, quote: Quote, sender: { isOwn: boolean }) =>
      received(tx, 'quote', quoteAsker(quote), sender),
    quoteNotice: (tx: Executor, quote: Quote) => notice(tx, 'quote', quoteAsker(quote)),

    messageReceived: (tx: Executor, message: Message, sender: { isOwn: boolean }) =>
      received(tx, 'message', messageAsker(message), sender),
    messageNotice: (tx: Executor, message: Message) => notice(tx, 'message', messageAsker(message)),
  };
}

export type Letters = ReturnType<typeof createLetters>;
export type OpenLetters = ReturnType<typeof lettersOf>;
