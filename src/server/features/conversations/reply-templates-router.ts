import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import {
  replyTemplateFieldsSchema,
  replyTemplateSchema,
  replyTemplateUpdateSchema,
} from '~/contract/conversations/conversations-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { ReplyTemplates } from './reply-templates';

const rest = adminRest('/admin/reply-templates');

export const createReplyTemplatesRouter = ({ templates }: { templates: ReplyTemplates }) =>
  router({
    list: adminProcedure('leads.read')
      .meta(rest.list('Reply templates, by name'))
      .input(z.object({}))
      .output(z.array(replyTemplateSchema))
      .query(() => templates.list()),

    create: adminProcedure('leads.write')
      .meta({
        ...rest.create('Add a reply template; an unknown placeholder is refused'),
        atOnce: true,
      })
      .input(replyTemplateFieldsSchema)
      .output(replyTemplateSchema)
      .mutation(({ ctx, input }) => templates.create(ctx.user, input)),

    update: adminProcedure('leads.write')
      .meta(rest.update('Change a reply template'))
      .input(replyTemplateUpdateSchema)
      .output(replyTemplateSchema)
      .mutation(({ ctx, input }) => templates.update(ctx.user, input)),

    remove: adminProcedure('leads.write')
      .meta(rest.remove('Delete a reply template', 'This cannot be undone.'))
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => templates.remove(ctx.user, input.id)),
  });
