import { z } from 'zod';

import { messagesListSchema } from '~/contract/admin/admin-lists-schema';
import { AppError } from '~/contract/common/errors';
import { idSchema, idsSchema, pageSchema } from '~/contract/common/paging-schema';
import { noteSchema, noteTextSchema } from '~/contract/leads/activity-schema';
import {
  adminMessageRowSchema,
  adminMessageSchema,
  messageDetailSchema,
  messageStatusSchema,
  spamMarkSchema,
} from '~/contract/leads/leads-schema';
import { toNote } from '~/server/features/leads/related-activity';
import type { Audit } from '~/server/platform/audit/audit';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { MessagesAdmin } from './messages.panel';

const tags = ['Admin'];

export const createMessagesAdminRouter = ({
  messages,
  audit,
}: {
  messages: MessagesAdmin;
  audit: Audit;
}) =>
  router({
    list: adminProcedure('leads.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/contact-messages',
          tags,
          summary: 'Contact messages, newest first',
          errorResponses: [400, 401, 403],
        },
      })
      .input(messagesListSchema)
      .output(z.array(adminMessageRowSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await messages.search(input))),

    page: adminProcedure('leads.read')
      .input(messagesListSchema)
      .output(pageSchema(adminMessageRowSchema))
      .query(({ input }) => messages.search(input, true)),

    get: adminProcedure('leads.read')
      .input(idSchema)
      .output(messageDetailSchema)
      .query(({ input }) => messages.get(input.id)),

    setStatus: adminProcedure('leads.write')
      .meta({
        openapi: {
          method: 'PUT',
          path: '/admin/contact-messages/{id}',
          tags,
          summary: 'Set the status of a message; any status can follow any other',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(idSchema.extend(messageStatusSchema.shape))
      .output(adminMessageSchema)
      .mutation(async ({ ctx, input }) => {
        const [message] = await messages.setStatus(ctx.user, [input.id], input.status);
        if (!message) throw new AppError('NOT_FOUND', 'Message not found');
        return message;
      }),

    setStatuses: adminProcedure('leads.write')
      .input(idsSchema.extend({ ...messageStatusSchema.shape, isUndo: z.boolean().optional() }))
      .output(z.array(adminMessageSchema))
      .mutation(({ ctx, input }) =>
        messages.setStatus(ctx.user, input.ids, input.status, input.isUndo),
      ),

    /** Marks messages as spam, or removes the mark. */
    setSpam: adminProcedure('leads.write')
      .input(spamMarkSchema)
      .output(z.object({ changed: z.int() }))
      .mutation(({ ctx, input }) => messages.setSpam(ctx.user, input.ids, input.isSpam)),

    addNote: adminProcedure('leads.write')
      .input(idSchema.extend(noteTextSchema.shape))
      .output(noteSchema)
      .mutation(async ({ ctx, input }) => {
        const { message } = await messages.get(input.id);
        const about = `message:${message.id}`;
        return toNote(await audit.addNote(ctx.user, about, input.text));
      }),
  });
