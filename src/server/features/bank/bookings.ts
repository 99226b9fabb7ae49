import { asc, eq, inArray, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { bankBookings, bankEntries } from '~/server/platform/db/schema/bank';
import { payments } from '~/server/platform/db/schema/billing';

export type EntryRow = typeof bankEntries.$inferSelect;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Locks entries, oldest first and before invoices, so that transactions do not deadlock. */
export async function lockEntries(tx: Transaction, ids: readonly number[]): Promise<EntryRow[]> {
  return tx
    .select()
    .from(bankEntries)
    .where(inArray(bankEntries.id, [...ids]))
    .orderBy(asc(bankEntries.id))
    .for('update');
}

/** Locks an entry. @throws NOT_FOUND for an unknown id */
export async function lockEntry(tx: Transaction, id: number): Promise<EntryRow> {
  const [row] = await lockEntries(tx, [id]);
  if (!row) throw new AppError('NOT_FOUND', 'Entry not found');
  return row;
}

/**
 * Locks and returns the entry that a payment was booked from; undefined for a payment recorded
 * manually.
 */
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

/** Unlinks a reversed payment from its entry, which must be matched again. The caller must have locked the entry. */
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

/** Selects the payments that were booked from entries, oldest first. */
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
