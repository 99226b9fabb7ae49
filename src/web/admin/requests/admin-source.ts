import type { AdminMessage } from '~/contract/threads/threads-schema';
import type { ThreadSource } from '~/web/features/threads/thread-source';
import type { ApiClient } from '~/web/lib/trpc';

/** Functions that read and change a thread for the agency, including internal messages. */
export function adminSource(
  { admin }: Pick<ApiClient, 'admin'>,
  id: number,
): ThreadSource<AdminMessage> {
  const { requestThreads, conversations } = admin;
  const kind = 'request';
  return {
    key: String(id),
    requestId: id,
    byAgency: true,
    page: (query) => requestThreads.page.query({ id, ...query }),
    send: ({ options, ...message }) => requestThreads.send.mutate({ id, ...message, ...options }),
    edit: (messageId, text) => conversations.edit.mutate({ kind, id: messageId, text }),
    remove: (messageId) => conversations.remove.mutate({ kind, id: messageId }),
    markRead: (messageId) => conversations.markRead.mutate({ kind, id, messageId }),
    saveDraft: (draft) => conversations.saveDraft.mutate({ kind, id, ...draft }),
  };
}
