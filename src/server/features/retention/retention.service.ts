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
 * Returns the same day a number of months earlier, in UTC; the last day of that month if it is shorter. PostgreSQL clamps, while
 * `setUTCMonth` would overflow into the next month and delete days too early.
 */
const clockBefore = (now: Date, months: number) =>
  sql`(${now.toISOString()}::timestamptz at time zone 'UTC' - make_interval(months => ${months}::int))`;
const monthsBefore = (now: Date, months: number) =>
  sql<Date>`${clockBefore(now, months)} at time zone 'UTC'`;

const viewsFrom = (now: Date) => sql`${clockBefore(now, pageViewMonths)}::date`;

/** Accounting law counts from the end of the year of a document. */
const yearsBefore = (now: Date, years: number): string => `${now.getUTCFullYear() - years}-01-01`;

type LeadTable = typeof quotes | typeof contactMessages;

/**
 * Deletes data past its retention period, as printed in the privacy policy. Keeps accounts, requests and payments until their
 * owner asks, or as the law requires; then also removes deleted clients from documents.
 */
export function createRetention(
  db: Database,
  options: {
    getRetention(): Promise<Retention>;
    /** Deletes rows past their time in the trash; @returns how many. */
    purgeTrash(now: Date): Promise<number>;
    /** Anonymizes documents of deleted clients until a day; @returns how many clients. */
    anonymizeDocuments(before: string): Promise<number>;
  },
) {
  /**
   * Deletes leads older than `before` in batches, with their notes and emails.
   * @param also counts these
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
        // The index leaves out emails without a record; only queries that do so use it.
        const ofThese = and(ne(mails.about, ''), inArray(mails.about, about));
        also.mails += (await tx.delete(mails).where(ofThese)).count;
        return gone.length;
      }),
    );

  return {
    /** @returns the result as text */
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
            // Documents keep the result from when they were issued.
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
