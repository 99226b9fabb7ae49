import { z } from 'zod';

import { secretSchema } from '~/contract/billing/billing-schema';
import { idSchema } from '~/contract/common/paging-schema';
import { tokenField } from '~/contract/documents/documents-schema';
import {
  clientInvoiceSchema,
  ownInvoiceDetailSchema,
  ownInvoiceSchema,
  paymentOutcomeSchema,
} from '~/contract/invoices/invoices-schema';
import { authedProcedure, publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Invoices } from './invoices.service';

const tags = ['Invoices'];

/** Invoices as clients read and pay them: signed in, or at a private link. */
export const createInvoicesRouter = ({ invoices }: { invoices: Invoices }) =>
  router({
    mine: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/invoices',
          tags,
          summary: 'Own invoices, newest first',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(z.array(ownInvoiceSchema))
      .query(({ ctx }) => invoices.mine(ctx.user)),

    get: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/invoices/{id}',
          tags,
          summary: 'One of your invoices',
          errorResponses: [400, 401, 404],
        },
      })
      .input(idSchema)
      .output(ownInvoiceDetailSchema)
      .query(({ ctx, input }) => invoices.get(ctx.user, input.id)),

    pay: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/invoices/{id}/pay',
          tags,
          summary: 'Begin an online payment of the outstanding amount',
          description:
            'A repeat returns the same payment while the amount is the same. The secret is for Stripe.js.',
          errorResponses: [400, 401, 404, 409, 429, 503],
        },
        rateLimit: 'invoicePayments',
      })
      .input(idSchema)
      .output(secretSchema)
      .mutation(({ ctx, input }) => invoices.pay(ctx.user, input.id)),

    byLink: publicProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/invoices/by-link/{token}',
          protect: false,
          tags,
          summary: 'The invoice of a private link',
          errorResponses: [404, 429],
        },
      })
      .input(tokenField)
      .output(clientInvoiceSchema)
      .query(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkReads', ctx.visit.network);
        return invoices.byLink(input.token);
      }),

    payByLink: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/invoices/by-link/{token}/pay',
          protect: false,
          tags,
          summary: 'Begin an online payment of the outstanding amount',
          errorResponses: [404, 409, 429, 503],
        },
      })
      .input(tokenField)
      .output(secretSchema)
      .mutation(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        return invoices.payByLink(input.token);
      }),

    /** Returns the result of the payment that the client has just made, read from Stripe. */
    paymentOutcome: authedProcedure
      .meta({ rateLimit: 'invoicePayments' })
      .input(idSchema)
      .output(paymentOutcomeSchema)
      .mutation(({ ctx, input }) => invoices.paymentOutcome(ctx.user, input.id)),

    paymentOutcomeByLink: publicProcedure
      .input(tokenField)
      .output(paymentOutcomeSchema)
      .mutation(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        return invoices.paymentOutcomeByLink(input.token);
      }),
  });
