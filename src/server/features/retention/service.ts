import { and, isNotNull, lt, or, sql } from 'drizzle-orm';

import type { Retention } from '~/contract/settings/settings-schema';
import { pageViewMonths } from '~/contract/traffic/traffic';
import type { Database } from '~/server/platform/db/client';
import { auditLog, notes } from '~/server/platform/db/schema/audit';
import { stripeEvents } from '~/server/platform/db/schema/billing';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { mails } from '~/server/platform/db/schema/mail';
import { quotes } from '~/server/platform/db/schema/quotes';
import { pageViews } from '~/server/platform/db/schema/traffic';

/**
 * The same day so many months earlier, in UTC; the last day of that month where it is shorter. PostgreSQL clamps, where
 * `setUTCMonth` would overflow into the next month and delete days too early.
 */
const clockBefore = (now: Date, months: number) =>
  sql`(${now.toISOString()}::timestamptz at time zone 'UTC' - make_interval(months => ${months}::int))`;
const monthsBefore = (now: Date, months: number) =>
  sql<Date>`${clockBefore(now, months)} at time zone 'UTC'`;

const viewsFrom = (now: Date) => sql`${clockBefore(now, pageViewMonths)}::date`;

/**
 * Deletes data past its retention period, as printed in the privacy policy. Accounts, requests and payments are kept
 * until their owner asks, or as the law requires.
 */
export function createRetention(
  db: Database,
  options: {
    getRetention(): Promise<Retention>;
    /** Deletes rows past their time in the trash; @returns how many. */
    purgeTrash(now: Date): Promise<number>;
  },
) {
  return {
    /** @returns the result in words */
    async run(now = new Date()): Promise<string> {
      const periods = await options.getRetention();
      const support = monthsBefore(now, periods.supportMonths);
      const usage = monthsBefore(now, periods.usageDataMonths);
      const counts = await db.transaction(async (tx) => {
        const aboutGone = (about: typeof notes.about | typeof mails.about) =>
          or(
            and(
              sql`${about} like 'quote:%'`,
              sql`not exists (select from quotes where 'quote:' || quotes.id = ${about})`,
            ),
            and(
              sql`${about} like 'message:%'`,
              sql`not exists (select from contact_messages m where 'message:' || m.id = ${about})`,
            ),
          );
        const gone = {
          quotes: await tx.delete(quotes).where(lt(quotes.createdAt, support)),
          messages: await tx.delete(contactMessages).where(lt(contactMessages.createdAt, support)),
          notes: await tx.delete(notes).where(aboutGone(notes.about)),
          mails: await tx
            .delete(mails)
            .where(or(lt(mails.createdAt, support), aboutGone(mails.about))),
          'page views': await tx.delete(pageViews).where(lt(pageViews.day, viewsFrom(now))),
          'log entries': await tx.delete(auditLog).where(lt(auditLog.createdAt, usage)),
          'Stripe events': await tx
            .delete(stripeEvents)
            .where(and(isNotNull(stripeEvents.appliedAt), lt(stripeEvents.receivedAt, usage))),
        };
        return Object.entries(gone).map(([what, result]) => [what, result.count] as const);
      });
      const trash = await options.purgeTrash(now);
      const words = [...counts, ['trash', trash] as const]
        .filter(([, count]) => count > 0)
        .map(([what, count]) => `${what}: ${count}`);
      return words.length > 0 ? `Deleted ${words.join(', ')}` : 'Nothing was past its time';
    },
  };
}

export type RetentionJob = ReturnType<typeof createRetention>;
