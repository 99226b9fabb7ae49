import { z } from 'zod';

import {
  bankEntriesPageSchema,
  bankEntriesQuerySchema,
  bankEntrySchema,
  bankStatementQuerySchema,
  bankStatementSchema,
  bankStatementsPageSchema,
  bankStatementsQuerySchema,
  bookingFieldsSchema,
  wholeStatementSchema,
} from '~/contract/bank/bank-schema';
import { idSchema } from '~/contract/common/paging-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { Bank } from './bank.feature';

const ofStatements = adminRest('/admin/bank-statements');
const ofEntries = adminRest('/admin/bank-entries');

export const createBankRouter = ({ bank }: { bank: Bank }) =>
  router({
    statements: adminProcedure('payments.read')
      .meta(ofStatements.list('Imported bank statements, newest first'))
      .input(bankStatementsQuerySchema)
      .output(z.array(bankStatementSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await bank.statements(input))),

    statementsPage: adminProcedure('payments.read')
      .input(bankStatementsQuerySchema)
      .output(bankStatementsPageSchema)
      .query(({ input }) => bank.statements(input)),

    statement: adminProcedure('payments.read')
      .meta(ofStatements.get('A bank statement with its entries and their proposed invoices'))
      .input(bankStatementQuerySchema)
      .output(wholeStatementSchema)
      .query(({ input }) => bank.statement(input)),

    entry: adminProcedure('payments.read')
      .meta(ofEntries.get('An entry of a bank statement, with what it pays or seems to pay'))
      .input(idSchema)
      .output(bankEntrySchema)
      .query(({ input }) => bank.entry(input.id)),

    removeStatement: adminProcedure('invoices.write')
      .meta(
        ofStatements.remove(
          'Remove an imported file without bookings',
          'The file can be imported again.',
        ),
      )
      .input(idSchema)
      .output(idSchema)
      .mutation(async ({ ctx, input }) => {
        await bank.removeStatement(ctx.user, input.id);
        return input;
      }),

    entries: adminProcedure('payments.read')
      .input(bankEntriesQuerySchema)
      .output(bankEntriesPageSchema)
      .query(({ input }) => bank.entries(input)),

    book: adminProcedure('invoices.write')
      .meta(
        ofEntries.action(
          'book',
          'Book an entry as payments of invoices',
          'The parts must add up to the rest of the entry. An excess is stored as an overpayment.',
        ),
      )
      .input(bookingFieldsSchema)
      .output(bankEntrySchema)
      .mutation(({ ctx, input }) => bank.book(ctx.user, input)),

    reopen: adminProcedure('invoices.write')
      .meta(
        ofEntries.action(
          'reopen',
          'Book an entry as the return of an earlier one',
          'Its payments are reversed, and their invoices are open again.',
        ),
      )
      .input(idSchema)
      .output(bankEntrySchema)
      .mutation(({ ctx, input }) => bank.reopen(ctx.user, input.id)),

    ignore: adminProcedure('invoices.write')
      .meta(ofEntries.action('ignore', 'Ignore an entry that pays no invoice'))
      .input(idSchema)
      .output(bankEntrySchema)
      .mutation(({ ctx, input }) => bank.ignore(ctx.user, input.id)),

    undo: adminProcedure('invoices.write')
      .meta(
        ofEntries.action(
          'undo',
          'Undo the decision on an entry, which must then be matched again',
          'Its payments are reversed, like those recorded by mistake.',
        ),
      )
      .input(idSchema)
      .output(bankEntrySchema)
      .mutation(({ ctx, input }) => bank.undo(ctx.user, input.id)),
  });
