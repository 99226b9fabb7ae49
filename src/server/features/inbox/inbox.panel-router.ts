import { z } from 'zod';

import { pageSchema } from '~/contract/common/paging-schema';
import { recordRefSchema } from '~/contract/conversations/conversations-schema';
import {
  followUpSchema,
  inboxChangeSchema,
  inboxItemSchema,
  inboxListSchema,
} from '~/contract/inbox/inbox-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { Inbox } from './inbox.panel';

export const createInboxRouter = ({ inbox }: { inbox: Inbox }) =>
  router({
    page: adminProcedure('leads.read')
      .input(inboxListSchema)
      .output(pageSchema(inboxItemSchema))
      .query(({ ctx, input }) => inbox.page(ctx.user, input)),

    get: adminProcedure('leads.read')
      .input(recordRefSchema)
      .output(inboxItemSchema)
      .query(({ ctx, input }) => inbox.get(ctx.user, input)),

    tags: adminProcedure('leads.read')
      .input(z.void())
      .output(z.array(z.string()))
      .query(() => inbox.tags()),

    change: adminProcedure('leads.write')
      .input(inboxChangeSchema)
      .output(z.object({ before: z.array(followUpSchema.extend(recordRefSchema.shape)) }))
      .mutation(({ ctx, input }) => inbox.change(ctx.user, input)),
  });
