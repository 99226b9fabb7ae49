import { asc, eq, inArray, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { bankBookings, bankEntries } from '~/server/platform/db/schema/bank';
import { payments } from '~/server/platform/db/schema/billing';

export type EntryRow = typeof bankEntries.$inferSelect;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Entries are locked before invoices, and of several the oldest first, so that no two transactions wait for each other. */
export async function lockEntries(tx: Transaction, ids: readonly number[]): Promise<EntryRow[]> {
  return tx
    .select()
    .from(bankEntries)
    .where(inArray(bankEntries.id, [...ids]))
    .orderBy(asc(bankEntries.id))
    .for('update');
}

/** @throws NOT_FOUND for an unknown one */
export async function lockEntry(tx: Transaction, id: number): Promise<EntryRow> {
  const [row] = await lockEntries(tx, [id]);
  if (!row) throw new AppError('NOT_FOUND', 'Entry not found');
  return row;
}

/** The entry that a payment was booked from, locked; undefined for one that was recorded by hand. */
export async function lockEntryOf(
  tx: Transaction,
  paymentId: number,
): Promise<EntryRow | undefined> {
  const [found] = await tx
    .select({ entryId: bankBookings.entryId })
    .from(bankBookings)
    .where(eq(bankBookings.paymentId, paymentId));
  return found && (await lockEntries(tx, [found.entryId]))[0];
}

/** Parts a payment that was reversed from its locked entry, which waits again. */
export async function unbookPayment(
  tx: Transaction,
  paymentId: number,
  entry: EntryRow,
): Promise<void> {
  await tx.delete(bankBookings).where(eq(bankBookings.paymentId, paymentId));
  await setState(tx, entry.id, 'proposed');
}

export async function setState(
  tx: Transaction,
  id: number,
  state: EntryRow['state'],
  returnsId: number | null = null,
): Promise<void> {
  await tx
    .update(bankEntries)
    .set({ state, returnsId, bookAtOnce: false, handledAt: sql`now()` })
    .where(eq(bankEntries.id, id));
}

/** The payments that entries were booked as, in the order in which they were made. */
export const bookedPayments = (db: Pick<Database, 'select'>, entryIds: readonly number[]) =>
  db
    .select({
      entryId: bankBookings.entryId,
      paymentId: payments.id,
      invoiceId: payments.invoiceId,
      amountCents: payments.amountCents,
      reversedAt: payments.reversedAt,
    })
    .from(bankBookings)
    .innerJoin(payments, eq(payments.id, bankBookings.paymentId))
    .where(inArray(bankBookings.entryId, [...entryIds]))
    .orderBy(asc(payments.id));
