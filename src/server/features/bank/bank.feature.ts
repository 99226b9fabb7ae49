import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';

import type {
  BankEntriesQuery,
  BankEntry,
  BankStatement,
  BankStatementsQuery,
  wholeStatementSchema,
} from '~/contract/bank/bank-schema';
import { AppError } from '~/contract/common/errors';
import type { Page } from '~/contract/common/paging';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { paginate } from '~/server/platform/db/paging';
import { bankStatements } from '~/server/platform/db/schema/bank';
import { type BookingDeps, createBooking } from './booking';
import { createEntries } from './entries';
import { createImports, type ImportDeps } from './import-statement';
import { removeStatement } from './remove-statement';

/** Time limit of a run, so that it ends before the next one begins. */
const jobMs = 30_000;

/** Imports bank statements, matches their entries with invoices, and books them. */
export function createBank(
  db: Database,
  deps: Omit<BookingDeps, 'entries'> & Omit<ImportDeps, 'booking'>,
) {
  const entries = createEntries(db);
  const booking = createBooking(db, { ...deps, entries });

  async function present(
    rows: readonly (typeof bankStatements.$inferSelect)[],
  ): Promise<BankStatement[]> {
    const counts = await entries.countsOf(rows.map(({ id }) => id));
    return rows.map((row) => ({
      ...{ id: row.id, fileName: row.fileName, format: row.format, accounts: row.accounts },
      ...{ entries: row.entryCount, new: row.newCount, notes: row.notes },
      booked: counts.get(row.id)?.booked ?? 0,
      proposed: counts.get(row.id)?.proposed ?? 0,
      importedBy: row.importedByName,
      createdAt: row.createdAt.toISOString(),
    }));
  }

  return {
    ...booking,
    ...createImports(db, { ...deps, booking }),
    entries: entries.page,

    /** Returns an entry. @throws NOT_FOUND */
    async entry(id: number): Promise<BankEntry> {
      const entry = await entries.get(id);
      if (!entry) throw new AppError('NOT_FOUND', 'Bank entry not found');
      return entry;
    },

    removeStatement: (actor: Actor, id: number) => removeStatement(db, actor, id),

    /** Lists statements, newest first. */
    async statements(request: BankStatementsQuery): Promise<Page<BankStatement>> {
      const page = await paginate(db, request, {
        table: bankStatements,
        status: bankStatements.format,
        matching: undefined,
        select: ({ where, limit, offset }) =>
          db
            .select()
            .from(bankStatements)
            .where(where)
            .orderBy(desc(bankStatements.id))
            .limit(limit)
            .offset(offset),
      });
      return { ...page, rows: await present(page.rows) };
    },

    async statement({
      id,
      ...request
    }: BankEntriesQuery & { id: number }): Promise<z.output<typeof wholeStatementSchema>> {
      const rows = await db.select().from(bankStatements).where(eq(bankStatements.id, id));
      const [statement] = await present(rows);
      if (!statement) throw new AppError('NOT_FOUND', 'Bank statement not found');
      return { ...statement, page: await entries.page({ ...request, statementId: id }) };
    },

    /** Books unambiguous matches that the import had no time to book. @returns the result as text */
    async runJob(): Promise<string> {
      const booked = await booking.bookSure(Date.now() + jobMs);
      return booked > 0 ? `Booked ${booked} entries of bank statements.` : '';
    },
  };
}

export type Bank = ReturnType<typeof createBank>;
