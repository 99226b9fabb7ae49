import { z } from 'zod';

import { idSchema, pageSchema } from '~/contract/common/paging-schema';
import { proposalClientField, proposedTaxSchema } from '~/contract/documents/documents-schema';
import {
  adminProposalRowSchema,
  adminProposalSchema,
  itemDefaultsSchema,
  itemSuggestionSchema,
  newProposalSchema,
  proposalChangeSchema,
  proposalSendingSchema,
  proposalsListSchema,
  shownProposalSchema,
} from '~/contract/proposals/proposals-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { ProposalsAdmin } from './proposals.panel';

const rest = adminRest('/admin/proposals');

const action = (verb: string, summary: string) =>
  adminProcedure('proposals.write').meta(rest.action(verb, summary));

export const createProposalsAdminRouter = ({ proposals }: { proposals: ProposalsAdmin }) =>
  router({
    list: adminProcedure('proposals.read')
      .meta(rest.list('Proposals, newest first'))
      .input(proposalsListSchema)
      .output(z.array(adminProposalRowSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await proposals.search(input))),

    page: adminProcedure('proposals.read')
      .input(proposalsListSchema)
      .output(pageSchema(adminProposalRowSchema))
      .query(({ input }) => proposals.search(input)),

    get: adminProcedure('proposals.read')
      .meta(rest.get('A proposal with its versions, invoices and timeline'))
      .input(idSchema)
      .output(adminProposalSchema)
      .query(({ input }) => proposals.get(input.id)),

    create: adminProcedure('proposals.write')
      .meta({
        ...rest.create('Create a draft from a quote, for a client, or without either'),
        atOnce: true,
      })
      .input(newProposalSchema)
      .output(adminProposalSchema)
      .mutation(({ ctx, input }) => proposals.create(ctx.user, input)),

    update: adminProcedure('proposals.write')
      .meta(rest.update('Change any fields; a proposal that was sent gets a new version'))
      .input(proposalChangeSchema)
      .output(adminProposalSchema)
      .mutation(({ ctx, input: { id, expectedUpdatedAt, ...fields } }) =>
        proposals.update(ctx.user, id, fields, expectedUpdatedAt),
      ),

    remove: adminProcedure('proposals.write')
      .meta(rest.remove('Delete a draft'))
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => proposals.remove(ctx.user, input.id)),

    restore: action('restore', 'Take a draft out of the trash')
      .input(idSchema)
      .output(z.object({ id: z.int(), number: z.string() }))
      .mutation(({ ctx, input }) => proposals.restore(ctx.user, input.id)),

    send: action('send', 'Mail the private link to the client')
      .input(proposalSendingSchema)
      .output(z.object({ url: z.string() }))
      .mutation(({ ctx, input: { id, ...sending } }) => proposals.send(ctx.user, id, sending)),

    withdraw: action('withdraw', 'Withdraw a proposal that was sent')
      .input(idSchema)
      .output(adminProposalSchema)
      .mutation(({ ctx, input }) => proposals.withdraw(ctx.user, input.id)),

    duplicate: action('duplicate', 'Make a draft with the same content')
      .meta({ atOnce: true })
      .input(idSchema)
      .output(adminProposalSchema)
      .mutation(({ ctx, input }) => proposals.duplicate(ctx.user, input.id)),

    /** Revokes the private links that were sent. */
    revokeLink: adminProcedure('proposals.write')
      .input(idSchema)
      .output(adminProposalSchema)
      .mutation(({ ctx, input }) => proposals.revokeLink(ctx.user, input.id)),

    /** Previews a change without saving it. A mutation, because the change is too long for a URL. */
    preview: adminProcedure('proposals.write')
      .input(proposalChangeSchema)
      .output(shownProposalSchema)
      .mutation(({ input: { id, expectedUpdatedAt: _, ...fields } }) =>
        proposals.preview(id, fields),
      ),

    /** Returns an earlier version as it was shown to the client. */
    version: adminProcedure('proposals.read')
      .input(idSchema.extend({ version: z.int().min(1).max(100_000) }))
      .output(shownProposalSchema)
      .query(({ input }) => proposals.version(input.id, input.version)),

    /** Returns the defaults of a new item. */
    itemDefaults: adminProcedure('proposals.read')
      .input(z.void())
      .output(itemDefaultsSchema)
      .query(() => proposals.itemDefaults()),

    /** Returns the proposed tax for the client while a proposal is edited. */
    tax: adminProcedure('proposals.read')
      .input(idSchema.extend({ client: proposalClientField }))
      .output(proposedTaxSchema)
      .query(({ input }) => proposals.tax(input)),

    /** Returns suggested items. */
    suggestions: adminProcedure('proposals.read')
      .input(z.object({ search: z.string().max(100) }))
      .output(z.array(itemSuggestionSchema))
      .query(({ input }) => proposals.suggestions(input.search)),
  });
