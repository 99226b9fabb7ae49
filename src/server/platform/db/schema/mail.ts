import { sql } from 'drizzle-orm';
import { index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { mailKinds } from '~/contract/common/mail';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const mailKindEnum = pgEnum('mail_kind', mailKinds);

/**
 * Mails that are to go out, or did: written in the transaction of what they tell of, so that neither is
 * there without the other.
 */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: mailKindEnum().notNull(),
    to: text().notNull(),
    /** Where an answer goes, if not to the sender. */
    replyTo: text('reply_to'),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** What it is about, such as 'quote:12'; empty for sign-in codes. */
    about: text().notNull().default(''),
    attempts: integer().notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Taken by a sender until then; another may take it after. */
    claimedUntil: at('claimed_until'),
    sentAt: at('sent_at'),
    /** Given up: no further attempt is made by itself. */
    deadAt: at('dead_at'),
  },
  (table) => [
    index('mails_waiting_idx').on(table.id).where(sql`sent_at is null and dead_at is null`),
    index('mails_newest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('mails_about_idx').on(table.about).where(sql`about <> ''`),
  ],
);
