import { sql } from 'drizzle-orm';
import { index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { MailKind } from '~/contract/common/mail';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The kinds of versions before 0029: a new one needs no migration any more. */
export const formerMailKinds = [
  'code',
  'no_account',
  'welcome',
  'quote_received',
  'quote_notice',
  'message_received',
  'message_notice',
  'reply',
  'request_received',
  'request_notice',
  'request_update',
  'payment_received',
  'payment_failed',
  'subscription_ending',
  'admin_invitation',
  'proposal_sent',
  'proposal_accepted',
  'proposal_notice',
  'invoice_issued',
  'invoice_reminder',
  'invoice_credited',
  'invoice_notice',
  'assigned',
] as const;
export const formerMailKindEnum = pgEnum('mail_kind', formerMailKinds);

/** The outbox: emails sent and to be sent, written in the transaction of the change that they are about. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Empty for what a version before 0029 has written: see `kindOf`. */
    kind: text('kind_name').$type<MailKind | ''>().notNull().default(''),
    /** What a version before 0029 reads and writes. */
    formerKind: formerMailKindEnum('kind').notNull(),
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

/** The kind of an email, whichever version has written it. */
export const mailKind = sql<MailKind>`case when ${mails.kind} = '' then ${mails.formerKind}::text else ${mails.kind} end`;
export const kindOf = ({
  kind,
  formerKind,
}: Pick<typeof mails.$inferSelect, 'kind' | 'formerKind'>): MailKind => kind || formerKind;
