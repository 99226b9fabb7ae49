import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { MailKind } from '~/contract/common/mail';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Outbox: emails that were sent or will be sent. Each is written in the transaction of the change that it is about. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<MailKind>().notNull(),
    to: text().notNull(),
    /** Reply-To address, if it differs from the sender. */
    replyTo: text('reply_to'),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** Record that the email is about, such as 'quote:12'; empty for sign-in codes. */
    about: text().notNull().default(''),
    /**
     * Nonce of a private link in the email. The stored bodies contain a placeholder instead of a working link. Sending
     * replaces the placeholder with the token of this nonce.
     */
    linkNonce: text('link_nonce'),
    /** Nonce of the reply address, whose token is inserted when the email is sent: see `replyAddresses`. */
    replyNonce: text('reply_nonce'),
    /** When the recipient's server returned the email. */
    bouncedAt: at('bounced_at'),
    /** Reason that the recipient's server gave for returning the email. */
    bounceReason: text('bounce_reason').notNull().default(''),
    /** URL that unsubscribes from this kind of email with one click (RFC 8058); null for emails that cannot be turned off. */
    unsubscribeUrl: text('unsubscribe_url'),
    /**
     * Key with which the email can be canceled before it is sent, such as 'request:12 status'; null if it cannot be
     * canceled.
     */
    cancelKey: text('cancel_key'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Until when an instance has claimed the email. Afterwards, another instance may claim it. */
    claimedUntil: at('claimed_until'),
    sentAt: at('sent_at'),
    /** When sending was abandoned. The email is not retried automatically. */
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
