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
      .meta(ofStatements.get('A bank statement with its entries and what each seems to pay'))
      .input(bankStatementQuerySchema)
      .output(wholeStatementSchema)
      .query(({ input }) => bank.statement(input)),

    removeStatement: adminProcedure('invoices.write')
      .meta(ofStatements.remove('Remove an imported file of which nothing is booked'))
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
          'The parts come to all of the entry that is not booked yet. More than an invoice asks for is kept as overpaid.',
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
          'The payments of that one are reversed, and their invoices are open again.',
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
          'Take back what was decided on an entry, which waits again',
          'Its payments are reversed, as where they were recorded by mistake.',
        ),
      )
      .input(idSchema)
      .output(bankEntrySchema)
      .mutation(({ ctx, input }) => bank.undo(ctx.user, input.id)),
  });
