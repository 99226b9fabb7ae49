import { createHash } from 'node:crypto';

import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';

import { statementBytesMax } from '~/contract/bank/bank';
import type { ImportedStatement, TablePreview } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { AppError } from '~/contract/common/errors';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { bankAccounts, bankEntries, bankStatements } from '~/server/platform/db/schema/bank';
import type { Booking } from './booking';
import { bookedPayments, lockEntries, type Transaction } from './bookings';
import { fingerprintsOf } from './fingerprints';
import { createMatcher } from './matching/match-entry';
import { readPayables } from './payables';
import type { TableDefaults, TableResult } from './reading/parse-statement';
import type { ReadEntry, ReadStatement } from './reading/read-result';
import type { StatementReader, TableChoices } from './reading/read-statement';
import { asAccount } from './reading/values';
import { plainDebits, waitingReturns } from './returns';

/** Milliseconds for booking unambiguous matches within the import request. A job books the others. */
export const bookingMs = 3_000;
const rowsAtOnce = 2_500;

export interface StatementFile {
  bytes: Uint8Array;
  name: string;
  /** Columns of a table. Optional if an earlier file with the same columns was imported. */
  mapping?: CsvMapping | undefined;
}

export interface ImportDeps {
  reader: StatementReader;
  booking: Pick<Booking, 'bookSure'>;
  /** Returns the agency's account, currency and date order, which are proposed for a table that does not contain them. */
  getDefaults(): Promise<TableDefaults>;
  /** Returns whether unambiguous matches are booked automatically. */
  getBooksSure(): Promise<boolean>;
}

type Table = NonNullable<Extract<TableResult, { ok: true }>['table']>;

/** Creates the import of bank files. Entries that an earlier file contained are skipped. */
export function createImports(db: Database, deps: ImportDeps) {
  const { reader } = deps;

  async function show(bytes: Uint8Array, chosen?: TableChoices): Promise<Table | null> {
    const shown = await reader.show(bytes, await deps.getDefaults(), chosen);
    if (!shown.ok) throw new AppError('BAD_REQUEST', shown.reason);
    return shown.table;
  }

  /** Returns the mappings of tables with the same columns, newest first. */
  const mappingsOf = async (table: Table): Promise<CsvMapping[]> => {
    const { columns, account, guess } = table;
    // The same table can be saved with another delimiter, and with more or fewer lines above its columns.
    const { delimiter, headerLine } = guess;
    const rows = await db
      .select({ mapping: bankAccounts.mapping, account: bankAccounts.account })
      .from(bankAccounts)
      .where(eq(bankAccounts.columns, columns))
      .orderBy(desc(bankAccounts.updatedAt));
    return rows
      .filter((row) => account === '' || row.account === account)
      .map(({ mapping }) => ({ ...mapping, delimiter, headerLine }));
  };

  /**
   * Reads a bank file. @throws BAD_REQUEST with the problem; its path begins with `mapping` if an admin has to choose
   * columns
   */
  async function read({ bytes, mapping }: StatementFile): Promise<ReadStatement> {
    let result = await reader.read(bytes, mapping);
    if (!result.ok && result.mappingField !== undefined && !mapping) {
      const table = await show(bytes);
      const known = table ? await mappingsOf(table) : [];
      // Two accounts at the same bank can have tables with the same columns, so an admin must choose the account.
      const [only, ...others] = known;
      if (only && others.length === 0) {
        result = await reader.read(bytes, only);
        if (result.ok && table?.account === '') {
          const note = `This file does not name its account. Its entries are stored for ${only.account}, as those of the last file with these columns.`;
          result = { ...result, notes: [note, ...result.notes] };
        }
      }
      // No earlier file contained this word, so an admin has to explain it.
      if (result.ok && result.unknownWord !== undefined) {
        const { message: reason, field: mappingField } = result.unknownWord;
        result = { ok: false, reason, mappingField };
      }
    }
    if (result.ok) return result;
    const { reason, mappingField } = result;
    const path =
      mappingField === undefined ? 'file' : ['mapping', mappingField].filter(Boolean).join('.');
    throw new AppError('BAD_REQUEST', reason, { issues: [{ path, message: reason }] });
  }

  /**
   * Stores the mapping without the fields that were derived from the file's values, because a guess from one file must
   * not affect the next.
   */
  async function keepMapping(tx: Transaction, mapping: CsvMapping, { columns, shown }: Table) {
    const account = asAccount(mapping.account);
    const kept = { mapping: { ...mapping, ...shown, account }, columns };
    await tx
      .insert(bankAccounts)
      .values({ account, ...kept })
      .onConflictDoUpdate({
        target: bankAccounts.account,
        set: { ...kept, updatedAt: sql`now()` },
      });
  }

  return {
    /**
     * Reads the first rows of a table with the chosen mapping, or else with an earlier or guessed one. Choosing an encoding
     * restarts the guess.
     *
     * @returns null for a file format that needs no mapping
     */
    async preview(bytes: Uint8Array, chosen: TableChoices = {}): Promise<TablePreview | null> {
      const table = await show(bytes, chosen);
      if (!table) return null;
      const [known] = chosen.mapping ? [] : await mappingsOf(table);
      const { guess } = table;
      const proposed = known && {
        ...known,
        encoding: chosen.encoding ?? known.encoding,
        dateOrder: known.dateOrder ?? guess.dateOrder,
        decimal: known.decimal ?? guess.decimal,
        state: known.state === undefined ? guess.state : known.state,
        direction: known.direction === undefined ? guess.direction : known.direction,
        accountColumn:
          known.accountColumn === undefined ? guess.accountColumn : known.accountColumn,
      };
      const shown = (proposed && (await show(bytes, { mapping: proposed }))) ?? table;
      const { columns, rows, encodings, directionWords, stateWords, read, problem } = shown;
      return {
        ...{ columns, rows, encodings, directionWords, stateWords, read, problem },
        guess: proposed ?? guess,
      };
    },

    /** Stores the new entries of a file. Importing the same file, or an overlapping one, stores nothing twice. */
    async importFile(
      actor: Exclude<Actor, 'system'>,
      file: StatementFile,
    ): Promise<ImportedStatement> {
      if (file.bytes.length > statementBytesMax) {
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          'A statement is 10 MB at most. Please export shorter spans of days.',
        );
      }
      const hash = createHash('sha256').update(file.bytes).digest('hex');
      const statement = await read(file);
      const entries = statement.entries.filter(({ currency }) => /^[A-Z]{3}$/.test(currency));
      if (entries.length < statement.entries.length) {
        statement.notes.push('Entries without a currency are left out.');
      }
      const booksSure = await deps.getBooksSure();
      const match = createMatcher(booksSure ? await readPayables(db) : []);
      const isSure = (entry: ReadEntry) =>
        !(statement.isUnproven || entry.isOffset) &&
        entry.isCredit &&
        !entry.isReturn &&
        match(entry)?.isSure === true;
      const fingerprints = fingerprintsOf(entries);
      const isMapped = statement.format === 'csv' && file.mapping !== undefined;
      const table = isMapped ? await show(file.bytes, { mapping: file.mapping }) : null;
      const stored = await db.transaction(async (tx) => {
        await lockImports(tx);
        if (table && file.mapping) await keepMapping(tx, file.mapping, table);
        const [known] = await tx.select().from(bankStatements).where(eq(bankStatements.hash, hash));
        const row = known ?? (await addStatement(tx, actor, { ...file, hash, statement }));
        const wrong = known ? await removeWrong(tx, known.id, fingerprints) : 0;
        const fresh = await addEntries(tx, row, entries, { fingerprints, isSure });
        await tx
          .update(bankStatements)
          .set({
            entryCount: entries.length,
            newCount: row.newCount - wrong + fresh,
            accounts: accountsOf(statement),
            notes: statement.notes,
          })
          .where(eq(bankStatements.id, row.id));
        await tx
          .update(bankEntries)
          .set({ state: 'proposed' })
          .where(and(waitingReturns(row.id), sql`${bankEntries.handledAt} is null`));
        // Deletes name and text of debits that cannot be returned payments, because some admins may read clients'
        // payments, but not the agency's expenses.
        await tx
          .update(bankEntries)
          .set({ name: '', iban: '', reference: '' })
          .where(plainDebits(row.id));
        await recordAudit(tx, actor, {
          action: 'bank_statement.imported',
          about: `bank_statement:${row.id}`,
          did: `imported the bank statement “${row.fileName}”`,
          after: { entries: entries.length, new: fresh, ...(wrong > 0 && { replaced: wrong }) },
        });
        return { id: row.id, fresh };
      });
      if (booksSure) await deps.booking.bookSure(Date.now() + bookingMs);
      const [counts] = await db
        .select({
          booked: sql<number>`count(*) filter (where state = 'booked')`.mapWith(Number),
          proposed: sql<number>`count(*) filter (where state = 'proposed')`.mapWith(Number),
        })
        .from(bankEntries)
        .where(inArray(bankEntries.statementId, [stored.id]));
      return {
        id: stored.id,
        entries: entries.length,
        new: stored.fresh,
        booked: stored.fresh > 0 ? (counts?.booked ?? 0) : 0,
        proposed: stored.fresh > 0 ? (counts?.proposed ?? 0) : 0,
        alreadyKnown: entries.length - stored.fresh,
        notes: statement.notes,
      };
    },
  };
}

/** Allows one import at a time, because overlapping imports would wait for each other's entries. */
export const lockImports = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bank statements', 0))`);

async function addStatement(
  tx: Transaction,
  actor: Exclude<Actor, 'system'>,
  { name, hash, statement }: StatementFile & { hash: string; statement: ReadStatement },
) {
  const [row] = await tx
    .insert(bankStatements)
    .values({
      fileName: name,
      hash,
      format: statement.format,
      accounts: accountsOf(statement),
      entryCount: statement.entries.length,
      newCount: 0,
      notes: statement.notes,
      importedById: actor.id,
      importedByName: nameOf(actor),
    })
    .returning();
  if (!row) throw new Error('a statement was not stored');
  return row;
}

const accountsOf = ({ entries }: ReadStatement) => [
  ...new Set(entries.map(({ account }) => account)),
];

/**
 * Removes entries that an earlier import of the same file read differently, for example with day and month swapped.
 *
 * @returns how many were removed
 * @throws CONFLICT while payments are booked from one of them
 */
async function removeWrong(
  tx: Transaction,
  statementId: number,
  fingerprints: readonly string[],
): Promise<number> {
  const found = await tx
    .select({ id: bankEntries.id })
    .from(bankEntries)
    .where(
      and(
        eq(bankEntries.statementId, statementId),
        notInArray(bankEntries.fingerprint, [...fingerprints]),
      ),
    );
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const entries = await lockEntries(tx, ids);
  const parts = new Set((await bookedPayments(tx, ids)).map(({ entryId }) => entryId));
  const booked = entries.filter((row) => row.state === 'booked' || parts.has(row.id)).length;
  if (booked > 0) {
    const count = booked === 1 ? 'one entry' : `${booked} entries`;
    throw new AppError(
      'CONFLICT',
      `This file was imported with other values, and ${count} of it is booked. Please undo that first`,
    );
  }
  await tx.delete(bankEntries).where(inArray(bankEntries.id, ids));
  return entries.length;
}

/**
 * Stores entries. If an earlier statement of the same format already contained an entry, updates its name and text,
 * unless it is booked. A corrected file can therefore be imported again.
 *
 * @returns how many were new
 */
async function addEntries(
  tx: Transaction,
  statement: typeof bankStatements.$inferSelect,
  entries: readonly ReadEntry[],
  { fingerprints, isSure }: { fingerprints: readonly string[]; isSure(entry: ReadEntry): boolean },
): Promise<number> {
  let fresh = 0;
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    const rows = entries.slice(from, from + rowsAtOnce).map((entry, at) => ({
      ...entry,
      fingerprint: fingerprints[from + at],
      bookAtOnce: isSure(entry),
    }));
    // Passes all rows as one parameter, because one parameter per value takes four times as long.
    const added = await tx.execute<{ is_new: boolean }>(sql`
      insert into bank_entries as known (statement_id, account, fingerprint, booked_on, value_on, amount_cents, currency,
        is_credit, is_return, return_reason, name, iban, reference, end_to_end_id, bank_reference, state, book_at_once)
      select ${statement.id}::int, account, fingerprint, "bookedOn", "valueOn", cents, currency,
        "isCredit", "isReturn", "returnReason", name, iban, reference, "endToEndId", "bankReference",
        -- Debits are not payments of clients. Only debits that return a credit are treated as proposals later.
        case when "isCredit" then 'proposed' else 'ignored' end, "bookAtOnce"
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (account text, fingerprint text,
        "bookedOn" date, "valueOn" date, cents bigint, currency text, "isCredit" boolean, "isReturn" boolean,
        "returnReason" text, name text, iban text, reference text, "endToEndId" text, "bankReference" text,
        "bookAtOnce" boolean)
      on conflict (account, fingerprint) do update set
        name = coalesce(nullif(excluded.name, ''), known.name),
        iban = coalesce(nullif(excluded.iban, ''), known.iban),
        reference = coalesce(nullif(excluded.reference, ''), known.reference),
        book_at_once = known.book_at_once or (excluded.book_at_once and known.state = 'proposed' and known.handled_at is null)
      where known.is_credit and known.state <> 'booked'
        and ((excluded.name not in ('', known.name)) or (excluded.iban not in ('', known.iban))
          or (excluded.reference not in ('', known.reference)))
        and not exists (select from bank_bookings booked where booked.entry_id = known.id)
        and exists (select from bank_statements held where held.id = known.statement_id and held.format = ${statement.format})
      returning xmax = 0 as is_new`);
    fresh += added.filter(({ is_new }) => is_new).length;
  }
  return fresh;
}
