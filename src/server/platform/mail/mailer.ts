import { recordOfAbout } from '~/contract/conversations/records';
import {
  type EmailTemplateKey,
  type EmailVariables,
  emailTemplates,
  fillEmailWords,
} from '~/contract/mail/email-templates';
import type { ChangedEmailWords } from '~/contract/mail/email-templates-schema';
import { isDeletedEmail } from '~/contract/personal-data/personal-data';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import type { Database } from '~/server/platform/db/client';
import { layOut, type MailTones, type Part } from './layout';
import { isToAgency, type NewMail, type Outbox } from './outbox';
import type { ReplyAddresses } from './reply-addresses';

export type Email = Omit<NewMail, 'subject' | 'html' | 'text' | 'replyNonce'> & {
  title: string;
  /** Complete subject. Defaults to the agency's name followed by the title. */
  subject?: string;
  parts: Part[];
  /** Record to whose conversation replies belong, if other than `about`. */
  answersTo?: string | undefined;
};

const subjectMax = 150;

/** Returns a text as a single line, which headers require, because names and titles can contain line breaks. */
const headerOf = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they could end the header
  const line = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
  return line.length > subjectMax ? `${line.slice(0, subjectMax - 1).trimEnd()}…` : line;
};

/** Mailer with which features write their emails. It has already read the agency's name and email. */
export interface OpenMailer {
  /**
   * Adds an email to the outbox, in the transaction of the change that it is about.
   *
   * @returns the id of the email; undefined without a recipient
   */
  write(tx: Pick<Database, 'insert'>, email: Email): Promise<number | undefined>;
  /** Returns subject, heading and first part of an email whose texts the agency can change. */
  words<Key extends EmailTemplateKey>(
    key: Key,
    variables: EmailVariables<Key>,
  ): { subject: string; title: string; intro: Extract<Part, { kind: 'text' }> };
  /** The agency's name. */
  name: string;
  publicUrl: string;
  /** Response time for leads, as text. */
  answerWithin: string;
  /** Email of the agency; empty until it is set. */
  agencyEmail: string;
}

export interface MailLook {
  tones: MailTones;
  darkTones: MailTones;
  /** Path of a PNG, because few email programs show SVG. */
  logo?: { path: string; width: number; height: number } | undefined;
}

/** Creates the function `words` of a mailer. @param changed texts that differ from the defaults */
export const createWords =
  (changed: ChangedEmailWords, agency: string): OpenMailer['words'] =>
  (key, variables) => {
    const words = fillEmailWords(changed[key] ?? emailTemplates[key], { ...variables, agency });
    return {
      subject: words.subject,
      title: words.heading,
      intro: { kind: 'text', text: words.text },
    };
  };

/** Scales a picture to fit into a box. */
function fitted(picture: { width: number; height: number }, box: typeof picture): typeof picture {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  return {
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  };
}

/**
 * Creates the mailer, which lays out emails in the agency's name. Subjects contain text that users typed only in emails
 * to the agency, and in emails to clients about their own work. Line breaks in such text are removed.
 */
export function createMailer(options: {
  outbox: Pick<Outbox, 'enqueue' | 'flushSoon'>;
  publicUrl: string;
  getSettings(): Promise<Pick<PublicSettings, 'brand' | 'contact' | 'answerWithin'>>;
  /** Returns the appearance, the changed texts, and the company's name, address and tax number, as on letters. */
  getMailSettings(): Promise<{ look: MailLook; words: ChangedEmailWords; legalLine: string[] }>;
  /** Reply addresses; undefined if no incoming email is read. */
  replyAddresses?: Pick<ReplyAddresses, 'isOn' | 'nonceFor'>;
}) {
  const { outbox, publicUrl, replyAddresses } = options;
  return {
    /**
     * Reads the settings. Must be called before the transaction that writes emails, because a transaction that waits
     * for a second connection can deadlock the pool.
     *
     * @param enqueue replaces the outbox, for emails that are shown instead of sent
     */
    async open(enqueue: Outbox['enqueue'] = outbox.enqueue): Promise<OpenMailer> {
      const [{ brand, contact, answerWithin }, { look, words, legalLine }] = await Promise.all([
        options.getSettings(),
        options.getMailSettings(),
      ]);
      const sender = {
        name: brand.name,
        tones: look.tones,
        darkTones: look.darkTones,
        logo: look.logo && {
          url: publicUrl + look.logo.path,
          ...fitted(look.logo, { width: 220, height: 40 }),
        },
        foot: [[contact.email, contact.phone], legalLine]
          .map((line) => line.filter(Boolean).join(' · '))
          .filter(Boolean),
      };
      return {
        name: brand.name,
        publicUrl,
        answerWithin,
        agencyEmail: contact.email,
        words: createWords(words, brand.name),
        async write(tx, { title, subject, parts, answersTo, ...rest }) {
          // Sends nothing while the agency has not set its email. The panel shows the lead anyway.
          if (!rest.to) return undefined;
          // Sends nothing to deleted clients, whose mailbox no longer exists.
          if (isDeletedEmail(rest.to)) return undefined;
          const answered = recordOfAbout(answersTo ?? rest.about ?? '');
          // Without a client, a reply to a notification has no recipient.
          const hasReader = !isToAgency(rest.kind) || Boolean(rest.replyTo);
          const takesAnswers = answered !== undefined && hasReader && replyAddresses?.isOn === true;
          // Previews are not sent, so nobody can reply to them.
          const isSent = enqueue === outbox.enqueue;
          const replyNonce =
            takesAnswers && isSent
              ? await replyAddresses.nonceFor(tx, answered, rest.to)
              : undefined;
          const look = { ...sender, unsubscribeUrl: rest.unsubscribeUrl, takesAnswers };
          return enqueue(tx, {
            ...rest,
            replyNonce,
            replyTo: rest.replyTo || undefined,
            subject: headerOf(subject ?? `${brand.name}: ${title}`),
            ...layOut(look, title, parts),
          });
        },
      };
    },

    /** Sends emails after the commit, without waiting for the next poll of the outbox. */
    sendSoon: outbox.flushSoon,
  };
}

export type Mailer = ReturnType<typeof createMailer>;
