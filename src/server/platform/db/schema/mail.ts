import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { MailKind } from '~/contract/common/mail';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The outbox: emails sent and to be sent, written in the transaction of the change that they are about. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<MailKind>().notNull(),
    to: text().notNull(),
    /** Reply-To, where it differs from the sender. */
    replyTo: text('reply_to'),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** What it is about, such as 'quote:12'; empty for sign-in codes. */
    about: text().notNull().default(''),
    /**
     * For an email with a private link: the bodies hold a placeholder, which is replaced by the token of this nonce when it is
     * sent, so that the stored email opens nothing.
     */
    linkNonce: text('link_nonce'),
    /** Of the reply address, whose token is put in when the email is sent: see `replyAddresses`. */
    replyNonce: text('reply_nonce'),
    /** The other side's server has returned it. */
    bouncedAt: at('bounced_at'),
    /** In the words of that server. */
    bounceReason: text('bounce_reason').notNull().default(''),
    /** Where one click ends mails of this kind (RFC 8058); null for mails that cannot be turned off. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** What takes it back before it is sent, such as 'request:12 status'; null where nothing does. */
    cancelKey: text('cancel_key'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Claimed by an instance until then; another may claim it after. */
    claimedUntil: at('claimed_until'),
    sentAt: at('sent_at'),
    /** Given up: it is not retried automatically. */
    deadAt: at('dead_at'),
  },
  (table) => [
    index('mails_waiting_idx').on(table.id).where(sql`sent_at is null and dead_at is null`),
    index('mails_newest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('mails_cancel_idx')
      .on(table.cancelKey)
      .where(sql`cancel_key is not null and sent_at is null`),
    index('mails_about_idx').on(table.about).where(sql`about <> ''`),
  ],
);
