import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import { idSchema } from '~/contract/common/paging-schema';
import {
  linkedMessageSchema,
  ownMessageSchema,
  shownLinkedMessageSchema,
} from '~/contract/conversations/conversations-schema';
import { tokenField } from '~/contract/documents/documents-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import {
  acceptanceFieldsSchema,
  billedProposalSchema,
  billedTotalsSchema,
  clientProposalSchema,
  declineFieldsSchema,
  ownProposalDetailSchema,
  ownProposalSchema,
} from '~/contract/proposals/proposals-schema';
import { accountOf } from '~/server/platform/trpc/client-view';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { authedProcedure, publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Proposals } from './proposals.service';

const tags = ['Proposals'];

/** Rejects an admin, who has the link but is not the client. @throws FORBIDDEN */
function rejectForClient(
  user: CurrentUser | null,
  what: 'accept' | 'decline' | 'write about',
): void {
  if (!user?.isAdmin) return;
  const message = `Only the client can ${what} this proposal. You are signed in as an admin.`;
  throw new AppError('FORBIDDEN', message);
}

/** Proposals as clients read them: signed in, or at a private link. */
export const createProposalsRouter = ({ proposals }: { proposals: Proposals }) =>
  router({
    mine: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/proposals',
          tags,
          summary: 'Own proposals, newest first',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(z.array(ownProposalSchema))
      .query(({ ctx }) => proposals.mine(ctx.user)),

    get: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/proposals/{id}',
          tags,
          summary: 'One of your proposals',
          errorResponses: [400, 401, 404],
        },
      })
      .input(idSchema)
      .output(ownProposalDetailSchema)
      .query(({ ctx, input }) => proposals.get(ctx.user, input.id)),

    byLink: publicProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/proposals/by-link/{token}',
          protect: false,
          tags,
          summary: 'The proposal of a private link',
          errorResponses: [404, 429],
        },
      })
      .input(tokenField)
      .output(clientProposalSchema)
      .query(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkReads', ctx.visit.network);
        const isAdmin = ctx.user !== null && accountOf(ctx.user).isAdmin;
        return proposals.byLink(input.token, { isAdmin });
      }),

    accept: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/proposals/by-link/{token}/accept',
          protect: false,
          tags,
          summary: 'Accept a proposal; a repeat changes nothing',
          errorResponses: [400, 403, 404, 409, 429],
        },
      })
      .input(acceptanceFieldsSchema)
      .output(clientProposalSchema)
      .mutation(async ({ ctx, input }) => {
        rejectForClient(ctx.user, 'accept');
        const { network, ip, device } = ctx.visit;
        await ctx.rateLimits.consume('linkWrites', network);
        return proposals.accept(input, {
          ip,
          userAgent: device,
          signedInAs: ctx.user?.email ?? '',
        });
      }),

    /** Returns the taxes for a buyer while billing data is being entered. */
    billed: publicProcedure
      .input(billedProposalSchema)
      .output(billedTotalsSchema)
      .query(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkReads', ctx.visit.network);
        return proposals.billed(input);
      }),

    ask: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/proposals/by-link/{token}/messages',
          protect: false,
          tags,
          summary: 'Ask a question about a proposal',
          description:
            'A repeat with the same Idempotency-Key header (or `key`) stores nothing. Answers with the conversation.',
          errorResponses: [400, 403, 404, 409, 429],
        },
      })
      .input(linkedMessageSchema)
      .output(z.array(shownLinkedMessageSchema))
      .mutation(async ({ ctx, input }) => {
        rejectForClient(ctx.user, 'write about');
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return proposals.ask({ ...input, key }, ctx.user);
      }),

    askAsClient: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/proposals/{id}/messages',
          tags,
          summary: 'Ask a question about one of your proposals',
          errorResponses: [400, 401, 403, 404, 409, 429],
        },
      })
      .input(ownMessageSchema)
      .output(z.array(shownLinkedMessageSchema))
      .mutation(async ({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return proposals.askAsClient(ctx.user, { ...input, key });
      }),

    decline: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/proposals/by-link/{token}/decline',
          protect: false,
          tags,
          summary: 'Decline a proposal',
          errorResponses: [400, 403, 404, 409, 429],
        },
      })
      .input(declineFieldsSchema)
      .output(clientProposalSchema)
      .mutation(async ({ ctx, input }) => {
        rejectForClient(ctx.user, 'decline');
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        return proposals.decline(input.token, input.reason);
      }),
  });
