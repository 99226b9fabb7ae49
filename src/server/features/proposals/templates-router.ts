import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import {
  proposalTemplateSchema,
  replacedTemplateSchema,
  saveTemplateSchema,
  wholeTemplateSchema,
} from '~/contract/proposals/templates-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { ProposalTemplates } from './templates';

const rest = adminRest('/admin/proposal-templates');

export const createProposalTemplatesRouter = (options: { templates: ProposalTemplates }) => {
  const { templates } = options;
  return router({
    list: adminProcedure('proposals.read')
      .meta(rest.list('Templates of proposals, by name'))
      .input(z.void())
      .output(z.array(proposalTemplateSchema))
      .query(() => templates.list()),

    get: adminProcedure('proposals.read')
      .meta(rest.get('A template with its content'))
      .input(idSchema)
      .output(wholeTemplateSchema)
      .query(({ input }) => templates.get(input.id)),

    compare: adminProcedure('proposals.read')
      .input(saveTemplateSchema)
      .output(replacedTemplateSchema)
      .query(({ input }) => templates.compare(input)),

    save: adminProcedure('proposals.write')
      .meta({
        ...rest.create(
          'Save a proposal as a template, without its client and its dates',
          'With `replace`, the template of that name is overwritten. This cannot be undone.',
        ),
        atOnce: ({ replace }) => replace !== true,
        comparedBy: 'admin.proposalTemplates.compare',
      })
      .input(saveTemplateSchema)
      .output(proposalTemplateSchema)
      .mutation(({ ctx, input }) => templates.save(ctx.user, input)),

    remove: adminProcedure('proposals.write')
      .meta(rest.remove('Delete a template', 'This cannot be undone.'))
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => templates.remove(ctx.user, input.id)),
  });
};
