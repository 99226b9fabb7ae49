import { z } from 'zod';

import { eventsListSchema, paymentsListSchema } from '~/contract/admin/admin-lists-schema';
import { adminPaymentSchema, stripeEventSchema } from '~/contract/admin/admin-schema';
import { dateField } from '~/contract/common/date-schema';
import { idSchema, pageSchema } from '~/contract/common/paging-schema';
import { text } from '~/contract/common/text-schema';
import { amountField } from '~/contract/documents/documents-schema';
import type { Billing } from '~/server/features/billing/billing.service';
import type { EventsAdmin } from '~/server/features/billing/events.panel';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { PaymentsAdmin } from './payments.panel';

export const createPaymentsAdminRouter = ({
  payments,
  stripeEvents,
  billing,
}: {
  payments: PaymentsAdmin;
  stripeEvents: EventsAdmin;
  billing: Billing;
}) =>
  router({
    list: adminProcedure('payments.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/payments',
          tags: ['Admin'],
          summary: 'Payments, newest first',
          errorResponses: [400, 401, 403],
        },
      })
      .input(paymentsListSchema)
      .output(z.array(adminPaymentSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await payments.search(input))),

    page: adminProcedure('payments.read')
      .input(paymentsListSchema)
      .output(pageSchema(adminPaymentSchema))
      .query(({ input }) => payments.search(input)),

    /** Refunds a payment in full or in part. */
    refund: adminProcedure('payments.refund')
      .input(
        idSchema.extend({
          amount: amountField.optional(),
          /**
           * Amount that had been refunded when the admin opened the form, so that a refund that is submitted twice is
           * made only once.
           */
          refundedBefore: amountField.optional(),
          /** Reason that is printed on the credit note of an invoice. */
          reason: text({ max: 500 }).optional(),
          /** Date of a refund by transfer. */
          date: dateField.optional(),
          reference: text({ max: 200 }).optional(),
        }),
      )
      .output(adminPaymentSchema)
      .mutation(async ({ ctx, input: { id, amount, refundedBefore, ...repayment } }) => {
        const { cents, ...seen } = await payments.refundSums(id, { amount, refundedBefore });
        return payments.refund(ctx.user, id, cents, billing.refund, { ...repayment, ...seen });
      }),

    /** Applies a stored event again. Nothing changes if the event was already applied. */
    replay: adminProcedure('payments.replay')
      .input(z.object({ id: z.string().min(1).max(200) }))
      .output(z.null())
      .mutation(async ({ input }) => {
        await billing.replayEvent(input.id);
        return null;
      }),

    /** Returns Stripe's events as they were received. */
    events: adminProcedure('payments.read')
      .input(eventsListSchema)
      .output(pageSchema(stripeEventSchema))
      .query(({ input }) => stripeEvents.search(input)),
  });
