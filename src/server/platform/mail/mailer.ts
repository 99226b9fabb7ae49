import type { PublicSettings } from '~/contract/settings/settings-schema';
import type { Database } from '~/server/platform/db/client';
import { layOut, type Part } from './layout';
import type { NewMail, Outbox } from './outbox';

export type Email = Omit<NewMail, 'subject' | 'html' | 'text'> & { title: string; parts: Part[] };

/** A mailer that knows the agency's name and address; a feature's emails are written with it. */
export interface OpenMailer {
  /** Puts an email into the outbox, in the transaction of what it tells of. */
  write(tx: Pick<Database, 'insert'>, email: Email): Promise<void>;
  publicUrl: string;
  /** Where the agency's own mail goes; empty until it has been set. */
  agencyEmail: string;
}

/** Lays out emails in the agency's name. Subjects are made of fixed words: nothing that a sender typed is in a header. */
export function createMailer(options: {
  outbox: Outbox;
  publicUrl: string;
  getSettings(): Promise<Pick<PublicSettings, 'brand' | 'contact'>>;
}) {
  const { outbox, publicUrl } = options;
  return {
    /**
     * To be called before the transaction in which emails are written: the settings are read here, since a transaction that waits for a
     * second connection can deadlock the pool.
     */
    async open(): Promise<OpenMailer> {
      const { brand, contact } = await options.getSettings();
      const sender = { name: brand.name, foot: [contact.email, contact.phone] };
      return {
        publicUrl,
        agencyEmail: contact.email,
        async write(tx, { title, parts, ...rest }) {
          // To the agency, which has not set its address yet; the panel shows what came in.
          if (!rest.to) return;
          await outbox.enqueue(tx, {
            ...rest,
            replyTo: rest.replyTo || undefined,
            // A header is one line, whatever was entered as the agency's name.
            subject: `${brand.name.replace(/\s+/g, ' ')}: ${title}`,
            ...layOut(sender, title, parts),
          });
        },
      };
    },

    /** After the commit: sends what was written without waiting for the next look at the outbox. */
    sendSoon: outbox.flushSoon,
  };
}

export type Mailer = ReturnType<typeof createMailer>;
