import { z } from 'zod';

import { listQuerySchema, pageSchema } from '~/contract/common/paging-schema';
import { amountField, idField } from '~/contract/documents/documents-schema';
import type { EncodingChoice } from '~/contract/values/text-encodings';
import { divisionMax, entryStates, statementFormats } from './bank';
import type { CsvMapping } from './csv-mapping-schema';

/** An invoice that an entry pays or probably pays. */
const entryInvoiceSchema = z.object({
  id: z.int(),
  number: z.string(),
  clientName: z.string(),
  clientEmail: z.string().describe('Empty if the client gets no emails'),
  remaining: z.string().describe('Decimal; outstanding amount'),
  amount: z.string().describe('Decimal; part of the entry'),
});

const proposalSchema = z.object({
  by: z
    .enum(['number', 'name', 'return'])
    .describe(
      'Matched by a number in its text, by name and amount, or as the return of an earlier entry',
    ),
  fit: z
    .enum(['exact', 'part', 'over'])
    .describe('Whether it equals the outstanding amount of the invoices, or is less or more'),
  isSure: z.boolean().describe('Exactly one number and the exact outstanding amount'),
  returnsEntryId: z.int().nullable().describe('Entry that is returned'),
  canReopen: z
    .boolean()
    .describe('Whether that entry is booked, so that its invoices can be reopened'),
  invoices: z.array(entryInvoiceSchema),
});

export const bankEntrySchema = z.object({
  id: z.int(),
  statementId: z.int(),
  account: z.string(),
  bookedOn: z.iso.date(),
  valueOn: z.iso.date(),
  amount: z.string().describe('Decimal, above 0'),
  currency: z.string(),
  isCredit: z.boolean().describe('Whether it is a credit'),
  isReturn: z.boolean().describe('Whether the bank marks it as a return of an earlier entry'),
  returnReason: z.string(),
  name: z.string().describe('Other party'),
  iban: z.string(),
  reference: z.string(),
  endToEndId: z.string(),
  bankReference: z.string(),
  state: z.enum(entryStates),
  left: z.string().describe('Decimal; not booked yet'),
  payments: z.array(
    entryInvoiceSchema
      .omit({ remaining: true })
      .extend({ paymentId: z.int(), isReversed: z.boolean() }),
  ),
  isReturned: z.boolean().describe('Whether the bank has returned it since'),
  proposal: proposalSchema.nullable().describe('For a waiting entry'),
  decided: z
    .object({ by: z.string(), at: z.iso.datetime() })
    .nullable()
    .describe('Who last decided on it, as far as the audit log reaches back'),
});
export type BankEntry = z.output<typeof bankEntrySchema>;

export const bankEntriesQuerySchema = listQuerySchema({
  statuses: entryStates,
  sorts: ['bookedOn', 'amount'],
}).extend({ statementId: idField.optional() });
export type BankEntriesQuery = z.output<typeof bankEntriesQuerySchema>;
export const bankEntriesPageSchema = pageSchema(bankEntrySchema);

export const bankStatementSchema = z.object({
  id: z.int(),
  fileName: z.string(),
  format: z.enum(statementFormats),
  accounts: z.array(z.string()),
  entries: z.int(),
  new: z.int().describe('Entries that no earlier statement contained'),
  booked: z.int().describe('Number of these, currently'),
  proposed: z.int().describe('Number of these, currently: they wait for an admin'),
  notes: z.array(z.string()).describe('Parts that were left out'),
  importedBy: z.string(),
  createdAt: z.iso.datetime(),
});
export type BankStatement = z.output<typeof bankStatementSchema>;

export const bankStatementsQuerySchema = listQuerySchema({
  statuses: statementFormats,
  sorts: ['createdAt'],
});
export type BankStatementsQuery = z.output<typeof bankStatementsQuerySchema>;
export const bankStatementsPageSchema = pageSchema(bankStatementSchema);

export const bankStatementQuerySchema = bankEntriesQuerySchema
  .omit({ statementId: true })
  .extend({ id: idField });
export const wholeStatementSchema = bankStatementSchema.extend({
  page: bankEntriesPageSchema,
});

/** Result of an import. */
export const importedStatementSchema = bankStatementSchema
  .pick({ id: true, entries: true, new: true, booked: true, proposed: true, notes: true })
  .extend({ alreadyKnown: z.int().describe('Entries that an earlier statement contained') });
export type ImportedStatement = z.output<typeof importedStatementSchema>;

export const bookingFieldsSchema = z.object({
  id: idField,
  /**
   * Amount to book on each invoice. The amounts add up to the part of the entry that is not booked
   * yet.
   */
  invoices: z
    .array(z.object({ id: idField, amount: amountField }), 'Please choose an invoice')
    .min(1, 'Please choose an invoice')
    .max(divisionMax, `At most ${divisionMax} invoices`),
});
export type BookingFields = z.output<typeof bookingFieldsSchema>;

/** Row of a bank's table after parsing. */
export interface RowPreview {
  line: number;
  /** ISO date; empty if it cannot be read. */
  bookedOn: string;
  /** Positive decimal; empty if it cannot be read. */
  amount: string;
  currency: string;
  isCredit: boolean;
  name: string;
  reference: string;
  /** Reason why the row is not imported; otherwise empty. */
  problem: string;
}

/** A table whose columns the admin has to choose. */
export interface TablePreview {
  /** Possible encodings of the file; empty if there is only one. */
  encodings: EncodingChoice[];
  columns: string[];
  rows: string[][];
  guess: MappingGuess;
  /** Values of the direction column with their meaning; null if the meaning is unknown. */
  directionWords: { word: string; direction: 'in' | 'out' | null }[];
  /** Values of the state column with their meaning; null if the meaning is unknown. */
  stateWords: { word: string; state: 'booked' | 'unbooked' | null }[];
  /**
   * Result of reading the table with the submitted mapping, or with a guessed mapping if none was
   * submitted. Null if a required column is not mapped.
   */
  read: {
    /** The first rows, followed by the first rows that are not imported. */
    rows: RowPreview[];
    entries: number;
    /** Notes about rows that are not imported. */
    notes: string[];
  } | null;
  /**
   * Choice that the admin must make before the table can be read, with its field in the mapping.
   */
  problem: { field: string; message: string } | null;
}
export type MappingGuess = Omit<CsvMapping, 'date' | 'amount'> & {
  date: number | null;
  amount: number | null;
};
