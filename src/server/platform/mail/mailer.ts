import { recordOfAbout } from '~/contract/conversations/records';
import { isDeletedEmail } from '~/contract/personal-data/personal-data';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import type { Database } from '~/server/platform/db/client';
import { layOut, type MailTones, type Part } from './layout';
import { isToAgency, type NewMail, type Outbox } from './outbox';
import type { ReplyAddresses } from './reply-addresses';

export type Email = Omit<NewMail, 'subject' | 'html' | 'text' | 'replyNonce'> & {
  title: string;
  /** Complete subject; defaults to the agency's name and the title. */
  subject?: string;
  parts: Part[];
  /** Record whose conversation gets the replies, if it differs from `about`. */
  answersTo?: string | undefined;
};

const subjectMax = 150;

/** Returns a text as a single line, as a header requires, even if a name or a title has line breaks. */
const headerOf = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they could end the header
  const line = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
  return line.length > subjectMax ? `${line.slice(0, subjectMax - 1).trimEnd()}…` : line;
};

/** Mailer with the agency's name and email; features write their emails with it. */
export interface OpenMailer {
  /**
   * Adds an email to the outbox, in the transaction of the change that it is about.
   *
   * @returns its id; undefined without a recipient
   */
  write(tx: Pick<Database, 'insert'>, email: Email): Promise<number | undefined>;
  /** The agency's name. */
  name: string;
  publicUrl: string;
  /** Response time for leads, as text. */
  answerWithin: string;
  /** Agency's own email; empty until it is set. */
  agencyEmail: string;
}

export interface MailLook {
  tones: MailTones;
  darkTones: MailTones;
  /** Path of a PNG: few email programs show SVG. */
  logo?: { path: string; width: number; height: number } | undefined;
}

/** Scales a picture to fit into a box. */
function fitted(picture: { width: number; height: number }, box: typeof picture): typeof picture {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  return {
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  };
}

/**
 * Lays out emails in the agency's name. Text typed by users appears in a subject only in emails to the agency and to clients
 * about their own work, on one line.
 */
export function createMailer(options: {
  outbox: Pick<Outbox, 'enqueue' | 'flushSoon'>;
  publicUrl: string;
  getSettings(): Promise<Pick<PublicSettings, 'brand' | 'contact' | 'answerWithin'>>;
  getLook(): Promise<MailLook>;
  /** Returns name, address and tax number of the company, as on business letters. */
  getLegalLine(): Promise<string[]>;
  /** Undefined if no incoming email is read. */
  replyAddresses?: Pick<ReplyAddresses, 'isOn' | 'nonceFor'>;
}) {
  const { outbox, publicUrl, replyAddresses } = options;
  return {
    /**
     * Reads the settings. Call it before the transaction in which emails are written: a transaction that waits for a second
     * connection can deadlock the pool.
     *
     * @param enqueue replaces the outbox, for emails that are shown and not sent
     */
    async open(enqueue: Outbox['enqueue'] = outbox.enqueue): Promise<OpenMailer> {
      const [{ brand, contact, answerWithin }, look, legal] = await Promise.all([
        options.getSettings(),
        options.getLook(),
        options.getLegalLine(),
      ]);
      const sender = {
        name: brand.name,
        tones: look.tones,
        darkTones: look.darkTones,
        logo: look.logo && {
          url: publicUrl + look.logo.path,
          ...fitted(look.logo, { width: 220, height: 40 }),
        },
        foot: [[contact.email, contact.phone], legal]
          .map((line) => line.filter(Boolean).join(' · '))
          .filter(Boolean),
      };
      return {
        name: brand.name,
        publicUrl,
        answerWithin,
        agencyEmail: contact.email,
        async write(tx, { title, subject, parts, answersTo, ...rest }) {
          // The agency has not set its email yet; the panel shows the lead.
          if (!rest.to) return undefined;
          // A deleted client: the mailbox does not exist.
          if (isDeletedEmail(rest.to)) return undefined;
          const answered = recordOfAbout(answersTo ?? rest.about ?? '');
          // A reply to a notification without a client has no recipient.
          const hasReader = !isToAgency(rest.kind) || Boolean(rest.replyTo);
          const takesAnswers = answered !== undefined && hasReader && replyAddresses?.isOn === true;
          // Previews get no replies.
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

    /** Sends after the commit, without waiting for the next poll of the outbox. */
    sendSoon: outbox.flushSoon,
  };
}

export type Mailer = ReturnType<typeof createMailer>;
