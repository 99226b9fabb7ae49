import type {
  ConversationMessage,
  ConversationRef,
} from '~/contract/conversations/conversations-schema';
import { success } from '~/web/admin/ui/notices';
import type { ThreadSource } from '~/web/features/threads/thread-source';
import type { ApiClient } from '~/web/lib/trpc';
import { toast } from '~/web/ui/toast-store';

/**
 * Returns functions that read and change the thread of a lead or a proposal.
 *
 * @param refresh refetches queries that a sent message changed
 */
export function leadSource(
  { admin: { conversations } }: Pick<ApiClient, 'admin'>,
  { kind, id }: ConversationRef,
  refresh: () => Promise<void>,
): ThreadSource<ConversationMessage> {
  return {
    key: `${kind}-${id}`,
    byAgency: true,
    page: (query) => conversations.page.query({ kind, id, ...query }),
    async send({ options: { internal = false, to }, ...message }) {
      const sent = await conversations.send.mutate({
        ...{ kind, id, internal },
        ...message,
        ...(to && { to: { kind: to.kind, id: to.id } }),
      });
      toast(
        success(to ? `Message sent to ${to.email}` : 'Internal note saved. No email was sent.'),
      );
      void refresh();
      return sent;
    },
    async edit(messageId, text) {
      const edited = await conversations.edit.mutate({ kind, id: messageId, text });
      return { ...edited, delivery: null, deliveryReason: '', address: null };
    },
    remove: (messageId) => conversations.remove.mutate({ kind, id: messageId }),
    markRead: (messageId) => conversations.markRead.mutate({ kind, id, messageId }),
    saveDraft: (draft) => conversations.saveDraft.mutate({ kind, id, ...draft }),
  };
}
