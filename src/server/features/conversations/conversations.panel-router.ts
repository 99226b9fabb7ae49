import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { ConversationKind } from '~/contract/conversations/conversations';
import {
  conversationMessageSchema,
  conversationPageSchema,
  conversationQuerySchema,
  conversationRefSchema,
  conversationSchema,
  leadMessageSchema,
  newConversationMessageSchema,
  newLeadMessageSchema,
  ownerChangeSchema,
  recordRefSchema,
  threadDraftSchema,
  threadMessageChangeSchema,
  threadReadSchema,
} from '~/contract/conversations/conversations-schema';
import { permissionFor, type RecordKind } from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import {
  adminMessageSchema,
  draftSchema,
  threadQuerySchema,
} from '~/contract/threads/threads-schema';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { adminProcedure, isInternal, router } from '~/server/platform/trpc/trpc';
import type { Conversations } from './conversations.panel';

const tags = ['Admin'];

/**
 * Checks the permission for records of a kind.
 *
 * @throws FORBIDDEN if the role or the API key lacks it
 */
function checkKind(user: CurrentUser, kind: RecordKind, what: 'read' | 'write'): void {
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

    get: adminProcedure('panel.open')
      .input(conversationRefSchema)
      .output(conversationSchema)
      .query(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'read');
        return conversations.get(ctx.user, input);
      }),

    page: adminProcedure('panel.open')
      .input(conversationQuerySchema)
      .output(conversationPageSchema)
      .query(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'read');
        return conversations.page(ctx.user, input);
      }),

    send: adminProcedure('panel.open')
      .input(newConversationMessageSchema)
      .output(conversationMessageSchema)
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.send(ctx.user, input);
      }),

    edit: adminProcedure('panel.open')
      .input(threadMessageChangeSchema)
      .output(adminMessageSchema)
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.edit(ctx.user, input);
      }),

    remove: adminProcedure('panel.open')
      .input(recordRefSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.remove(ctx.user, input);
      }),

    markRead: adminProcedure('panel.open')
      .input(threadReadSchema)
      .output(z.object({ lastReadId: z.int() }))
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'read');
        return conversations.markRead(ctx.user, input);
      }),

    /** Assigns a lead or a request to an admin, or to none. */
    setOwner: adminProcedure('panel.open')
      .input(ownerChangeSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.setOwner(ctx.user, input);
      }),

    saveDraft: adminProcedure('panel.open')
      .input(threadDraftSchema)
      .output(draftSchema)
      .mutation(({ ctx, input }) => {
        checkKind(ctx.user, input.kind, 'write');
        return conversations.saveDraft(ctx.user, input);
      }),
  });
};
