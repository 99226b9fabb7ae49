import { z } from 'zod';

import {
  changePreviewSchema,
  choiceSchema,
  confirmationSchema,
  mySubscriptionSchema,
  offerSchema,
  paymentIdSchema,
  paymentPageSchema,
  paymentSchema,
  paymentSearchSchema,
  providerSchema,
  receiptSchema,
  secretSchema,
  setupIntentSchema,
  subscribingSchema,
} from '~/contract/billing/billing-schema';
import { authedProcedure, publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Billing } from './billing.service';

const mineOrNull = mySubscriptionSchema.nullable();

export const createBillingRouter = ({ billing }: { billing: Billing }) =>
  router({
    provider: publicProcedure
      // The result only depends on environment variables, which are read at startup.
      .meta({ cacheTags: [] })
      .input(z.void())
      .output(providerSchema)
      .query(() => billing.provider()),

    /** Returns the price of a plan for the client. Called again after a change of the client's billing data. */
    offer: authedProcedure
      .meta({ rateLimit: 'billingPreviews' })
      .input(choiceSchema)
      .output(offerSchema)
      .query(({ ctx, input: { planId, billingCycle } }) =>
        billing.offer(ctx.user.id, { planId, cycle: billingCycle }),
      ),

    subscribe: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/create-subscription',
          tags: ['Billing'],
          summary: 'Begin a subscription',
          description:
            'While it is unpaid, a repeat returns the same subscription. The secret is for Stripe.js.',
          errorResponses: [400, 401, 404, 409, 429, 503],
        },
        rateLimit: 'billingChanges',
      })
      .input(subscribingSchema)
      .output(secretSchema)
      .mutation(({ ctx, input: { planId, billingCycle, amountDue } }) =>
        billing.subscribe(ctx.user, { planId, cycle: billingCycle }, amountDue),
      ),

    mine: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/my-subscription',
          tags: ['Billing'],
          summary: 'The current subscription with its plan, or null',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(mineOrNull)
      .query(({ ctx }) => billing.mine(ctx.user.id)),

    payments: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/payments',
          tags: ['Billing'],
          summary: 'Own payments, newest first',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(z.array(paymentSchema))
      .query(({ ctx }) => billing.payments(ctx.user.id)),

    /** Returns one page of payments. */
    search: authedProcedure
      .input(paymentSearchSchema)
      .output(paymentPageSchema)
      .query(({ ctx, input }) => billing.search(ctx.user.id, input)),

    receipt: authedProcedure
      .input(paymentIdSchema)
      .output(receiptSchema)
      .query(({ ctx, input }) => billing.receipt(ctx.user.id, input.id)),

    cancel: authedProcedure
      .meta({ rateLimit: 'billingChanges' })
      .input(z.void())
      .output(mineOrNull)
      .mutation(({ ctx }) => billing.cancel(ctx.user.id)),

    resume: authedProcedure
      .meta({ rateLimit: 'billingChanges' })
      .input(z.void())
      .output(mineOrNull)
      .mutation(({ ctx }) => billing.resume(ctx.user.id)),

    previewChange: authedProcedure
      .meta({ rateLimit: 'billingPreviews' })
      .input(choiceSchema)
      .output(changePreviewSchema)
      .query(({ ctx, input: { planId, billingCycle } }) =>
        billing.previewChange(ctx.user.id, { planId, cycle: billingCycle }),
      ),

    change: authedProcedure
      .meta({ rateLimit: 'billingChanges' })
      .input(confirmationSchema)
      .output(mineOrNull)
      .mutation(({ ctx, input: { billingCycle, ...rest } }) =>
        billing.change(ctx.user.id, { ...rest, cycle: billingCycle }),
      ),

    /** Returns the client secret with which the browser sends a new card to Stripe. */
    replaceCard: authedProcedure
      .meta({ rateLimit: 'billingChanges' })
      .input(z.void())
      .output(secretSchema)
      .mutation(({ ctx }) => billing.replaceCard(ctx.user.id)),

    adoptCard: authedProcedure
      .meta({ rateLimit: 'billingChanges' })
      .input(setupIntentSchema)
      .output(mineOrNull)
      .mutation(({ ctx, input }) => billing.adoptCard(ctx.user.id, input.setupIntentId)),

    /** Makes the next charge due. Available only in the sandbox. */
    skipToRenewal: authedProcedure
      .meta({ rateLimit: 'billingChanges' })
      .input(z.void())
      .output(mineOrNull)
      .mutation(({ ctx }) => billing.skipToRenewal(ctx.user.id)),
  });
