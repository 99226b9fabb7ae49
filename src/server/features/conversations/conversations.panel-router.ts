import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { ConversationKind } from '~/contract/conversations/conversations';
import {
  conversationChangeSchema,
  conversationDraftSchema,
  conversationMessageSchema,
  conversationPageSchema,
  conversationQuerySchema,
  conversationReadSchema,
  conversationRefSchema,
  conversationSchema,
  leadMessageSchema,
  newConversationMessageSchema,
  newLeadMessageSchema,
} from '~/contract/conversations/conversations-schema';
import { permissionFor } from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import { draftSchema, threadQuerySchema } from '~/contract/workspace/workspace-schema';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { adminProcedure, isInternal, router } from '~/server/platform/trpc/trpc';
import type { Conversations } from './conversations.panel';

const tags = ['Admin'];

/** @throws FORBIDDEN for a proposal, if the admin can see leads but not proposals */
function checkKind(user: CurrentUser, kind: ConversationKind, what: 'read' | 'write'): void {
  const permission = permissionFor(kind, what);
  if (!may(user, permission)) {
    throw new AppError('FORBIDDEN', forbiddenMessageOf(user, permission));
  }
}

const listMeta = <Path extends `/${string}`>(path: Path, noun: string) => ({
  openapi: {
    method: 'GET' as const,
    path,
    tags,
    summary: `The newest messages of the conversation about a ${noun}, oldest first`,
    errorResponses: [400, 401, 403, 404],
  },
});

const sendMeta = <Path extends `/${string}`>(path: Path, noun: string) => ({
  atOnce: isInternal,
  openapi: {
    method: 'POST' as const,
    path,
    tags,
    summary: `Answer a ${noun} by email, or write an internal message`,
    description: 'With an `Idempotency-Key` header, a repeat returns the first message.',
    errorResponses: [400, 401, 403, 404, 409],
  },
});

export const createConversationsRouter = ({ conversations }: { conversations: Conversations }) => {
  const overRest = (kind: ConversationKind, path: `/${string}`, noun: string) => ({
    list: adminProcedure(permissionFor(kind, 'read'))
      .meta(listMeta(path, noun))
      .input(threadQuerySchema)
      .output(z.array(leadMessageSchema))
      .query(({ ctx, input }) => conversations.list(ctx.user, { ...input, kind })),

    send: adminProcedure(permissionFor(kind, 'write'))
      .meta(sendMeta(path, noun))
      .input(newLeadMessageSchema)
      .output(leadMessageSchema)
      .mutation(({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return conversations.sendOverRest(ctx.user, { ...input, kind, key });
      }),
  });
  const ofQuotes = overRest('quote', '/admin/quotes/{id}/messages', 'quote');
  const ofMessages = overRest('message', '/admin/contact-messages/{id}/messages', 'message');
  const ofProposals = overRest('proposal', '/admin/proposals/{id}/messages', 'proposal');
  return router({
    listOfQuote: ofQuotes.list,
    sendToQuote: ofQuotes.send,
    listOfMessage: ofMessages.list,
    sendToMessage: ofMessages.send,
    listOfProposal: ofProposals.list,
    sendToProposal: ofProposals.send,

    get: adminProcedure('leads.read')
      .input(conversationRefSchema)
      .output(conversationSchema)
      .query(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'read');
        return conversations.get(ctx.user, input);
      }),

    page: adminProcedure('leads.read')
      .input(conversationQuerySchema)
      .output(conversationPageSchema)
      .query(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'read');
        return conversations.page(ctx.user, input);
      }),

    send: adminProcedure('leads.write')
      .input(newConversationMessageSchema)
      .output(conversationMessageSchema)
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.send(ctx.user, input);
      }),

    edit: adminProcedure('leads.write')
      .input(conversationChangeSchema)
      .output(conversationMessageSchema)
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.edit(ctx.user, input);
      }),

    remove: adminProcedure('leads.write')
      .input(conversationRefSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.remove(ctx.user, input);
      }),

    markRead: adminProcedure('leads.read')
      .input(conversationReadSchema)
      .output(z.object({ lastReadId: z.int() }))
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'read');
        return conversations.markRead(ctx.user, input);
      }),

    saveDraft: adminProcedure('leads.write')
      .input(conversationDraftSchema)
      .output(draftSchema)
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.saveDraft(ctx.user, input);
      }),
  });
};
