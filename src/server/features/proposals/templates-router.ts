import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import { proposalTemplateSchema, saveTemplateSchema } from '~/contract/proposals/templates-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { ProposalTemplates } from './templates';

const tags = ['Admin'];
const path = '/admin/proposal-templates';

export const createProposalTemplatesRouter = (options: { templates: ProposalTemplates }) => {
  const { templates } = options;
  return router({
    list: adminProcedure('proposals.read')
      .meta({
        openapi: {
          method: 'GET',
          path,
          tags,
          summary: 'Templates of proposals, by name',
          errorResponses: [401, 403],
        },
      })
      .input(z.void())
      .output(z.array(proposalTemplateSchema))
      .query(() => templates.list()),

    save: adminProcedure('proposals.write')
      .meta({
        openapi: {
          method: 'POST',
          path,
          tags,
          summary: 'Save a proposal as a template, without its client and its dates',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(saveTemplateSchema)
      .output(proposalTemplateSchema)
      .mutation(({ ctx, input }) => templates.save(ctx.user, input)),

    remove: adminProcedure('proposals.write')
      .meta({
        openapi: {
          method: 'DELETE',
          path: `${path}/{id}`,
          tags,
          summary: 'Delete a template',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => templates.remove(ctx.user, input.id)),
  });
};
