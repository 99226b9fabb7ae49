import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { EntryState, StatementFormat } from '~/contract/bank/bank';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { payments } from './billing';
import { users } from './identity';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Accounts of the agency whose tables were read: which column is which. */
export const bankAccounts = pgTable('bank_accounts', {
  /** Its IBAN, else what the bank calls it. */
  account: text().primaryKey(),
  mapping: jsonb().$type<CsvMapping>().notNull(),
  /** The names of the columns as they were: a table with other names is asked about again. */
  columns: text().array().notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** Files of banks that were imported; their bytes are not kept. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    fileName: text('file_name').notNull(),
    /** SHA-256 of its bytes, in hex. */
    hash: text().notNull().unique(),
    format: text().$type<StatementFormat>().notNull(),
    accounts: text().array().notNull(),
    /** All that it holds, and those that no earlier one held. */
    entryCount: integer('entry_count').notNull(),
    newCount: integer('new_count').notNull(),
    /** What was left out of it, in sentences. */
    notes: text().array().notNull().default([]),
    importedById: text('imported_by_id').references(() => users.id, { onDelete: 'set null' }),
    importedByName: text('imported_by_name').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('bank_statements_newest_idx').on(table.id.desc())],
);

/** What moved on an account. */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The first statement that held it. */
    statementId: integer('statement_id')
      .notNull()
      .references(() => bankStatements.id, { onDelete: 'cascade' }),
    account: text().notNull(),
    /** The same in every statement that holds the entry. */
    fingerprint: text().notNull(),
    bookedOn: date('booked_on', { mode: 'string' }).notNull(),
    valueOn: date('value_on', { mode: 'string' }).notNull(),
    /** Above 0, whether it came in or went out. */
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    isCredit: boolean('is_credit').notNull(),
    /** The bank says that it takes an earlier entry back. */
    isReturn: boolean('is_return').notNull().default(false),
    returnReason: text('return_reason').notNull().default(''),
    /** The other side. */
    name: text().notNull().default(''),
    iban: text().notNull().default(''),
    reference: text().notNull().default(''),
    endToEndId: text('end_to_end_id').notNull().default(''),
    bankReference: text('bank_reference').notNull().default(''),
    state: text().$type<EntryState>().notNull(),
    /** Of a booked return: the entry whose payments it took back. */
    returnsId: integer('returns_id')
      .unique()
      .references((): AnyPgColumn => bankEntries.id, { onDelete: 'set null' }),
    /** It was a sure match when it came, and is booked without a click as soon as there is time. */
    bookAtOnce: boolean('book_at_once').notNull().default(false),
    /** When an admin decided on it last. */
    handledAt: at('handled_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    searchText: text('search_text').generatedAlwaysAs(
      (): SQL => sql`lower(name || ' ' || iban || ' ' || reference || ' ' || end_to_end_id)`,
    ),
  },
  (table) => [
    uniqueIndex('bank_entries_fingerprint_idx').on(table.account, table.fingerprint),
    index('bank_entries_state_idx').on(table.state, table.bookedOn.desc(), table.id.desc()),
    index('bank_entries_statement_idx').on(table.statementId),
    index('bank_entries_amount_idx').on(table.account, table.amountCents).where(sql`is_credit`),
    index('bank_entries_at_once_idx').on(table.id).where(sql`book_at_once`),
    index('bank_entries_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    check('bank_entries_amount', sql`amount_cents > 0`),
    check('bank_entries_state', sql`state in ('proposed', 'booked', 'ignored')`),
    check('bank_entries_returns', sql`returns_id is null or (not is_credit and state = 'booked')`),
  ],
);

/** Which payments an entry was booked as. A payment that is reversed leaves the table. */
export const bankBookings = pgTable(
  'bank_bookings',
  {
    paymentId: integer('payment_id')
      .primaryKey()
      .references(() => payments.id, { onDelete: 'cascade' }),
    entryId: integer('entry_id')
      .notNull()
      .references(() => bankEntries.id, { onDelete: 'cascade' }),
  },
  (table) => [index('bank_bookings_entry_idx').on(table.entryId)],
);
