import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { bankEntries, bankStatements } from '~/server/platform/db/schema/bank';
import { bookedPayments, lockEntries } from './bookings';
import { lockImports } from './import-statement';

/**
 * Removes an imported file with its entries, such as one for a wrong account. Importing the file again restores them.
 *
 * @throws CONFLICT while payments are booked from it
 */
export async function removeStatement(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockImports(tx);
    const [statement] = await tx
      .select()
      .from(bankStatements)
      .where(eq(bankStatements.id, id))
      .for('update');
    if (!statement) throw new AppError('NOT_FOUND', 'Bank statement not found');
    const held = await tx
      .select({ id: bankEntries.id })
      .from(bankEntries)
      .where(eq(bankEntries.statementId, id));
    const ids = held.map((entry) => entry.id);
    const entries = await lockEntries(tx, ids);
    // Reads the payments after locking, because a part of an entry may have been booked since the query.
    const parts = new Set((await bookedPayments(tx, ids)).map(({ entryId }) => entryId));
    const booked = entries.filter((row) => row.state === 'booked' || parts.has(row.id)).length;
    if (booked > 0) {
      const count = booked === 1 ? 'One entry of it is' : `${booked} entries of it are`;
      throw new AppError('CONFLICT', `${count} booked. Please undo that first`);
    }
    await tx.delete(bankStatements).where(eq(bankStatements.id, id));
    await recordAudit(tx, actor, {
      action: 'bank_statement.removed',
      about: `bank_statement:${id}`,
      did: `removed the bank statement “${statement.fileName}”`,
      before: {
        entries: entries.length,
        accounts: statement.accounts,
        sha256: statement.hash,
      },
    });
  });
}
