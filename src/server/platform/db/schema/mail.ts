import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { MailKind } from '~/contract/common/mail';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Outbox: emails sent and to be sent, written in the transaction of the change that they are about. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<MailKind>().notNull(),
    to: text().notNull(),
    /** Reply-To, if it differs from the sender. */
    replyTo: text('reply_to'),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** Record that it is about, such as 'quote:12'; empty for sign-in codes. */
    about: text().notNull().default(''),
    /**
     * For an email with a private link: the bodies contain a placeholder, which is replaced by the token of this nonce when
     * sending, so that the stored email contains no working link.
     */
    linkNonce: text('link_nonce'),
    /** Nonce of the reply address, whose token is filled in when sending: see `replyAddresses`. */
    replyNonce: text('reply_nonce'),
    /** When the recipient's server returned it. */
    bouncedAt: at('bounced_at'),
    /** Reason given by that server. */
    bounceReason: text('bounce_reason').notNull().default(''),
    /** One-click unsubscribe URL for this kind of email (RFC 8058); null for emails that cannot be turned off. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** Key that cancels it before it is sent, such as 'request:12 status'; null if it cannot be canceled. */
    cancelKey: text('cancel_key'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When the claim of an instance expires; then another may claim it. */
    claimedUntil: at('claimed_until'),
    sentAt: at('sent_at'),
    /** When it was given up: it is not retried automatically. */
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
