import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { bankEntries } from '~/server/platform/db/schema/bank';
import type { EntryRow } from './bookings';
import { matchReturn } from './matching/match-return';

/** Converts a stored entry to the form that the matching uses. */
export const asRead = ({ amountCents, ...row }: EntryRow) => ({ ...row, cents: amountCents });

/** Finds the credit that each of these debits returns, if there is one. */
export async function findReturned(
  db: Pick<Database, 'select'>,
  debits: readonly EntryRow[],
): Promise<Map<number, EntryRow>> {
  if (debits.length === 0) return new Map();
  const unique = <Value>(values: Value[]) => [...new Set(values)];
  const credits = await db
    .select()
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.isCredit, true),
        inArray(bankEntries.account, unique(debits.map(({ account }) => account))),
        inArray(bankEntries.amountCents, unique(debits.map((one) => one.amountCents))),
        sql`not exists (select from bank_entries later where later.returns_id = ${bankEntries.id})`,
      ),
    )
    .orderBy(bankEntries.id);
  const found = new Map<number, EntryRow>();
  for (const debit of debits) {
    const own = credits.filter(({ account }) => account === debit.account);
    const credit = matchReturn(asRead(debit), own.map(asRead));
    const row = credit && own.find(({ id }) => id === credit.id);
    if (row) found.set(debit.id, row);
  }
  return found;
}

/** Selects debits of a new statement that cannot be returns, such as wages and rent. */
export const plainDebits = (statementId: number) =>
  and(
    eq(bankEntries.statementId, statementId),
    sql`not ${bankEntries.isCredit} and not ${bankEntries.isReturn} and ${bankEntries.state} = 'ignored' and not exists (
      select from bank_entries credit
      where credit.is_credit and credit.account = ${bankEntries.account}
        and credit.amount_cents = ${bankEntries.amountCents})`,
  );

/** Selects debits of a new statement that return a credit, or that the bank marks as returns. They wait for an admin. */
export const waitingReturns = (statementId: number) =>
  and(
    eq(bankEntries.statementId, statementId),
    sql`not ${bankEntries.isCredit} and (${bankEntries.isReturn} or exists (
      select from bank_entries earlier
      where earlier.is_credit and earlier.account = ${bankEntries.account}
        and earlier.amount_cents = ${bankEntries.amountCents} and earlier.booked_on <= ${bankEntries.bookedOn}
        and ((earlier.end_to_end_id <> '' and earlier.end_to_end_id = ${bankEntries.endToEndId})
          or (earlier.bank_reference <> '' and earlier.bank_reference = ${bankEntries.bankReference}))))`,
  );
