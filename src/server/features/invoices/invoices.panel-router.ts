import { z } from 'zod';

import { idSchema, userIdField } from '~/contract/common/paging-schema';
import { shownBuyerSchema, vatCheckSchema } from '~/contract/documents/documents-schema';
import {
  adminInvoiceRowSchema,
  adminInvoiceSchema,
  creditedSchema,
  creditFieldsSchema,
  creditNoteRowSchema,
  creditNotesListSchema,
  creditNotesPageSchema,
  draftDeletionSchema,
  eInvoiceSchema,
  invoiceChangeSchema,
  invoicesListSchema,
  invoicesPageSchema,
  issueFieldsSchema,
  newInvoiceSchema,
  nextNumberSchema,
  recordedTransferSchema,
  reminderPreviewSchema,
  remindersSwitchSchema,
  shownNextNumberSchema,
  transferFieldsSchema,
  transferIdSchema,
  voidFieldsSchema,
} from '~/contract/invoices/invoices-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { rowsOf } from '~/server/platform/trpc/context';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { InvoicesAdmin } from './invoices.panel';

const rest = adminRest('/admin/invoices');

/**
 * Returns whether the draft is not issued by a job, neither before nor after the change. The procedure refuses to
 * change any other invoice.
 */
const isPlainDraft = ({ scheduledFor }: Record<string, unknown>, record: unknown): boolean => {
  const invoice = adminInvoiceRowSchema.parse(record);
  const isDue = invoice.scheduledFor !== null || invoice.onCompletion || invoice.isReady;
  return invoice.status !== 'draft' || !(isDue || scheduledFor);
};

export const createInvoicesAdminRouter = ({ invoices }: { invoices: InvoicesAdmin }) =>
  router({
    list: adminProcedure('invoices.read')
      .meta(rest.list('Invoices, newest first'))
      .input(invoicesListSchema)
      .output(z.array(adminInvoiceRowSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await invoices.search(input))),

    page: adminProcedure('invoices.read')
      .input(invoicesListSchema)
      .output(invoicesPageSchema)
      .query(({ input }) => invoices.search(input)),

    creditNotes: adminProcedure('invoices.read')
      .meta(adminRest('/admin/credit-notes').list('Credit notes, newest first'))
      .input(creditNotesListSchema)
      .output(z.array(creditNoteRowSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await invoices.creditNotes(input))),

    creditNote: adminProcedure('invoices.read')
      .meta(adminRest('/admin/credit-notes').get('A credit note with its invoice'))
      .input(idSchema)
      .output(creditedSchema)
      .query(({ input }) => invoices.creditNote(input.id)),

    creditNotesPage: adminProcedure('invoices.read')
      .input(creditNotesListSchema)
      .output(creditNotesPageSchema)
      .query(({ input }) => invoices.creditNotes(input)),

    duplicate: adminProcedure('invoices.write')
      .meta(rest.action('duplicate', 'Create a draft with the same client and items'))
      .input(idSchema)
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input }) => invoices.duplicate(ctx.user, input.id)),

    nextNumber: adminProcedure('settings.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/invoice-numbers/next',
          tags: ['Admin'],
          summary: 'The number of the next invoice or credit note',
          errorResponses: [401, 403],
        },
      })
      .input(z.void())
      .output(shownNextNumberSchema)
      .query(() => invoices.nextNumber()),

    setNextNumber: adminProcedure('settings.write')
      .meta({
        openapi: {
          method: 'PUT',
          path: '/admin/invoice-numbers/next',
          tags: ['Admin'],
          summary: 'Continue the numbers of invoices and credit notes at a number',
          description: 'Numbers only increase, and none is reused. This cannot be undone.',
          errorResponses: [400, 401, 403],
        },
      })
      .input(nextNumberSchema)
      .output(shownNextNumberSchema)
      .mutation(({ ctx, input }) => invoices.setNextNumber(ctx.user, input.next)),

    get: adminProcedure('invoices.read')
      .meta(rest.get('An invoice with its payments, credit notes and timeline'))
      .input(idSchema)
      .output(adminInvoiceSchema)
      .query(({ input }) => invoices.get(input.id)),

    create: adminProcedure('invoices.write')
      .meta({ ...rest.create('Create a draft'), atOnce: ({ scheduledFor }) => !scheduledFor })
      .input(newInvoiceSchema)
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input }) => invoices.create(ctx.user, input)),

    update: adminProcedure('invoices.write')
      .meta({ ...rest.update('Change any fields of a draft'), atOnce: isPlainDraft })
      .input(invoiceChangeSchema)
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input: { id, expectedUpdatedAt, ...fields } }) =>
        invoices.update(ctx.user, id, fields, expectedUpdatedAt),
      ),

    remove: adminProcedure('invoices.write')
      .meta(rest.remove('Delete a draft', 'This cannot be undone.'))
      .input(draftDeletionSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => invoices.remove(ctx.user, input.id, input.reason)),

    issue: adminProcedure('invoices.write')
      .meta(
        rest.action(
          'issue',
          'Issue a draft with a number and email it; a repeat returns the same number',
          'This cannot be undone: a credit note corrects an issued invoice.',
        ),
      )
      .input(issueFieldsSchema)
      .output(z.object({ number: z.string(), url: z.string() }))
      .mutation(({ ctx, input }) => invoices.issue(ctx.user, input.id, input.confirmed)),

    /** Returns the buyer with which the form for a client's next invoice is prefilled. */
    lastBuyer: adminProcedure('invoices.read')
      .input(z.object({ clientId: userIdField }))
      .output(shownBuyerSchema)
      .query(({ input }) => invoices.lastBuyer(input.clientId)),

    /** Checks a VAT number, unless there is already a result from today. */
    vatCheck: adminProcedure('invoices.read')
      .input(z.object({ country: z.string().max(2), vatNumber: z.string().max(50) }))
      .output(vatCheckSchema)
      .query(({ input }) => invoices.vatCheck(input)),

    /** Returns whether the entered data would make a structured invoice, or which data is missing for one. */
    preview: adminProcedure('invoices.read')
      .input(newInvoiceSchema)
      .output(eInvoiceSchema)
      .query(({ input }) => invoices.preview(input)),

    credit: adminProcedure('invoices.write')
      .meta(
        rest.action(
          'credit',
          'Credit an issued invoice, in full or in part',
          'This cannot be undone. With an `Idempotency-Key` header, a repeat returns the first credit note.',
        ),
      )
      .input(creditFieldsSchema)
      .output(creditedSchema)
      .mutation(({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return invoices.credit(ctx.user, { ...input, key });
      }),

    void: adminProcedure('invoices.write')
      .meta(
        rest.action(
          'void',
          'Void an open invoice without payments',
          'Issues and emails a credit note for all that is left; the invoice keeps its number. This cannot be undone. A repeat changes nothing.',
        ),
      )
      .input(voidFieldsSchema)
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input }) => invoices.void(ctx.user, input)),

    recordTransfer: adminProcedure('invoices.write')
      .meta(
        rest.action(
          'payments',
          'Record a payment by bank transfer',
          'With an `Idempotency-Key` header, a repeat returns the first payment.',
        ),
      )
      .input(transferFieldsSchema)
      .output(recordedTransferSchema)
      .mutation(({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return invoices.recordTransfer(ctx.user, { ...input, key });
      }),

    reverseTransfer: adminProcedure('invoices.write')
      .meta(
        rest.removePart('payments/{paymentId}', 'Reverse a transfer that was recorded by mistake'),
      )
      .input(transferIdSchema)
      .output(z.object({ id: z.int(), invoice: adminInvoiceSchema }))
      .mutation(({ ctx, input }) => invoices.reverseTransfer(ctx.user, input.id, input.paymentId)),

    reverseRepayment: adminProcedure('payments.refund')
      .input(idSchema.extend({ refundId: idSchema.shape.id }))
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input }) => invoices.reverseRepayment(ctx.user, input.id, input.refundId)),

    /** Returns the text of a reminder that would be sent now. */
    previewReminder: adminProcedure('invoices.write')
      .input(idSchema)
      .output(reminderPreviewSchema)
      .query(({ input }) => invoices.previewReminder(input.id)),

    remind: adminProcedure('invoices.write')
      .meta(rest.action('remind', 'Email a reminder now', 'This cannot be undone.'))
      .input(idSchema)
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input }) => invoices.remind(ctx.user, input.id)),

    switchReminders: adminProcedure('invoices.write')
      .input(remindersSwitchSchema)
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input }) => invoices.switchReminders(ctx.user, input.id, input.isOn)),

    /** Revokes the private links that were sent. */
    revokeLink: adminProcedure('invoices.write')
      .input(idSchema)
      .output(adminInvoiceSchema)
      .mutation(({ ctx, input }) => invoices.revokeLink(ctx.user, input.id)),
  });
