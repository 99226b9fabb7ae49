import { and, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';

import type { Retention } from '~/contract/settings/settings-schema';
import { pageViewMonths } from '~/contract/traffic/traffic';
import type { Database } from '~/server/platform/db/client';
import { auditLog, notes } from '~/server/platform/db/schema/audit';
import { bankEntries } from '~/server/platform/db/schema/bank';
import { stripeEvents } from '~/server/platform/db/schema/billing';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { mails } from '~/server/platform/db/schema/mail';
import { quotes } from '~/server/platform/db/schema/quotes';
import { pageViews } from '~/server/platform/db/schema/traffic';
import { vatChecks } from '~/server/platform/db/schema/vat-numbers';
import { deleteInBatches, inBatches, oldestRows, runParts } from '~/server/platform/jobs/clean-up';

/**
 * Returns the same day a number of months earlier, in UTC, or the last day of a shorter month. PostgreSQL computes such
 * dates in the same way. `setUTCMonth` would return a day in the next month, and data would be deleted too early.
 */
const clockBefore = (now: Date, months: number) =>
  sql`(${now.toISOString()}::timestamptz at time zone 'UTC' - make_interval(months => ${months}::int))`;
const monthsBefore = (now: Date, months: number) =>
  sql<Date>`${clockBefore(now, months)} at time zone 'UTC'`;

const viewsFrom = (now: Date) => sql`${clockBefore(now, pageViewMonths)}::date`;

/** Returns the first day of a year, because accounting law counts retention from the end of a document's year. */
const yearsBefore = (now: Date, years: number): string => `${now.getUTCFullYear() - years}-01-01`;

type LeadTable = typeof quotes | typeof contactMessages;

/**
 * Deletes data past its retention period, as stated in the privacy policy. Accounts, requests and payments are retained
 * until their owner requests the deletion, or as long as the law requires. Then also removes deleted clients from
 * documents whose retention period has ended.
 */
export function createRetention(
  db: Database,
  options: {
    getRetention(): Promise<Retention>;
    /** Deletes rows whose time in the trash has passed. @returns the number of rows */
    purgeTrash(now: Date): Promise<number>;
    /**
     * Anonymizes documents of deleted clients.
     *
     * @param before the first day that must still be retained
     * @returns how many documents
     */
    anonymizeDocuments(before: string): Promise<number>;
  },
) {
  /**
   * Deletes leads older than `before` in batches, with their notes and emails.
   *
   * @param also counters that are increased by the deleted notes and emails
   */
  const deleteLeads = (
    { table, kind, before }: { table: LeadTable; kind: string; before: SQL },
    also: { notes: number; mails: number },
  ) =>
    inBatches((limit) =>
      db.transaction(async (tx) => {
        const rows = { where: lt(table.createdAt, before), oldest: table.createdAt };
        const gone = await tx
          .delete(table)
          .where(oldestRows(table, rows, limit))
          .returning({ id: table.id });
        const about = gone.map(({ id }) => `${kind}:${id}`);
        also.notes += (await tx.delete(notes).where(inArray(notes.about, about))).count;
        // Repeats the condition of the index, which excludes emails without a record. Otherwise, PostgreSQL would not
        // use the index.
        const ofThese = and(ne(mails.about, ''), inArray(mails.about, about));
        also.mails += (await tx.delete(mails).where(ofThese)).count;
        return gone.length;
      }),
    );

  return {
    /** Deletes data past its retention period. @returns the result as text */
    async run(now = new Date()): Promise<string> {
      const periods = await options.getRetention();
      const support = monthsBefore(now, periods.supportMonths);
      const usage = monthsBefore(now, periods.usageDataMonths);
      const ofLeads = { notes: 0, mails: 0 };
      const counts = await runParts({
        quotes: () => deleteLeads({ table: quotes, kind: 'quote', before: support }, ofLeads),
        messages: () =>
          deleteLeads({ table: contactMessages, kind: 'message', before: support }, ofLeads),
        notes: async () => ofLeads.notes,
        mails: async () =>
          ofLeads.mails +
          (await deleteInBatches(db, mails, {
            where: lt(mails.createdAt, support),
            oldest: mails.createdAt,
          })),
        'page views': () =>
          deleteInBatches(db, pageViews, {
            where: lt(pageViews.day, viewsFrom(now)),
            oldest: pageViews.day,
          }),
        'log entries': () =>
          deleteInBatches(db, auditLog, {
            where: lt(auditLog.createdAt, usage),
            oldest: auditLog.createdAt,
          }),
        'Stripe events': () =>
          deleteInBatches(db, stripeEvents, {
            where: sql`${isNotNull(stripeEvents.appliedAt)} and ${lt(stripeEvents.receivedAt, usage)}`,
            oldest: stripeEvents.receivedAt,
          }),
        'bank entries': () =>
          deleteInBatches(db, bankEntries, {
            where: lt(bankEntries.bookedOn, yearsBefore(now, periods.accountingYears)),
            oldest: bankEntries.bookedOn,
          }),
        'checks of VAT numbers': () =>
          deleteInBatches(db, vatChecks, {
            // Documents still contain the result that was printed when they were issued.
            where: sql`coalesce(${vatChecks.checkedAt}, ${vatChecks.createdAt}) < ${usage}`,
            oldest: vatChecks.createdAt,
          }),
        trash: () => options.purgeTrash(now),
        'names in documents': () =>
          options.anonymizeDocuments(yearsBefore(now, periods.accountingYears)),
      });
      const words = [...counts]
        .filter(([, count]) => count > 0)
        .map(([what, count]) => `${what}: ${count}`);
      return words.length > 0 ? `Deleted ${words.join(', ')}` : 'Nothing was past its time';
    },
  };
}
