import { eq, sql } from 'drizzle-orm';

import type { NextNumber } from '~/contract/invoices/invoices-schema';
import type { Series } from '~/contract/settings/sales-settings-schema';
import type { Database } from '~/server/platform/db/client';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { invoices } from '~/server/platform/db/schema/invoices';
import { numberSeries } from '~/server/platform/db/schema/proposals';
import { rejectFields } from './items';

type Reader = Pick<Database, 'select'>;
type Writer = Pick<Database, 'select' | 'insert'>;

/**
 * Returns the next number of a series. The row of the series stays locked until the transaction ends, so that other
 * transactions wait. If the transaction is rolled back, or its process is killed, the next transaction gets the same
 * number. Numbers therefore have no gaps.
 */
export async function takePosition(tx: Pick<Database, 'insert'>, key: string): Promise<number> {
  const [row] = await tx
    .insert(numberSeries)
    .values({ key, last: 1 })
    .onConflictDoUpdate({ target: numberSeries.key, set: { last: sql`${numberSeries.last} + 1` } })
    .returning({ last: numberSeries.last });
  if (!row) throw new Error('a document number was not assigned');
  return row.last;
}

/**
 * Returns the key of a series, the prefix of its numbers, and a function that formats a number.
 * With another prefix or year, numbers begin at 1 again.
 */
function seriesOf({ prefix, year, digits }: Series, today: string) {
  const head = year ? `${prefix}${today.slice(0, 4)}-` : prefix;
  return {
    head,
    digits,
    key: `invoice ${head}`,
    numberAt: (position: number) => `${head}${String(position).padStart(digits, '0')}`,
  };
}

/**
 * Returns the next number of invoices and credit notes, such as INV-2026-0001. Skips numbers that another series has
 * already used: if a prefix ends in a digit, two series can have the same number.
 */
export async function takeInvoiceNumber(
  tx: Writer,
  series: Series,
  today: string,
): Promise<string> {
  const { key, numberAt } = seriesOf(series, today);
  for (;;) {
    const number = numberAt(await takePosition(tx, key));
    if (!(await isTaken(tx, number))) return number;
  }
}

/** Returns the number that the next invoice or credit note would get. */
export async function nextInvoiceNumber(
  db: Reader,
  series: Series,
  today: string,
): Promise<NextNumber> {
  const { head, digits, key, numberAt } = seriesOf(series, today);
  const [row] = await db.select().from(numberSeries).where(eq(numberSeries.key, key));
  const next = (row?.last ?? 0) + 1;
  return { next, number: numberAt(next), head, digits };
}

/**
 * Continues the series at a number, for example after the agency switched from another program during the year. Existing
 * numbers do not change.
 *
 * @throws BAD_REQUEST for a number that is below the next one, or that is taken
 */
export async function continueInvoiceNumbers(
  tx: Writer & Pick<Database, 'update'>,
  series: Series,
  today: string,
  next: number,
): Promise<{ before: string; after: NextNumber }> {
  const { head, digits, key, numberAt } = seriesOf(series, today);
  await tx.insert(numberSeries).values({ key, last: 0 }).onConflictDoNothing();
  const [row] = await tx.select().from(numberSeries).where(eq(numberSeries.key, key)).for('update');
  const least = (row?.last ?? 0) + 1;
  const number = numberAt(next);
  if (next < least) {
    const message = `Numbers only go up. Please enter ${least} or more`;
    rejectFields([{ path: 'next', message }]);
  }
  if (await isTaken(tx, number)) {
    rejectFields([{ path: 'next', message: `The number ${number} is taken` }]);
  }
  await tx
    .update(numberSeries)
    .set({ last: next - 1 })
    .where(eq(numberSeries.key, key));
  return { before: numberAt(least), after: { next, number, head, digits } };
}

async function isTaken(db: Reader, number: string): Promise<boolean> {
  const [invoice] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.number, number));
  if (invoice) return true;
  const [note] = await db
    .select({ id: creditNotes.id })
    .from(creditNotes)
    .where(eq(creditNotes.number, number));
  return note !== undefined;
}
