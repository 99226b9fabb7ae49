import type { Message } from '~/contract/threads/threads-schema';
import type { ApiClient } from '~/web/lib/trpc';
import type { ThreadSource } from './thread-source';

/**
 * Returns functions that read and change a thread for its client.
 *
 * @param options.isViewed true if an admin views the site as the client, so that nothing is marked
 * as read
 */
export function clientSource(
  { requestThreads }: Pick<ApiClient, 'requestThreads'>,
  id: number,
  { isViewed = false } = {},
): ThreadSource<Message> {
  return {
    key: String(id),
    requestId: id,
    byAgency: false,
    page: (query) => requestThreads.page.query({ id, ...query }),
    send: ({ text, fileIds, key }) => requestThreads.send.mutate({ id, text, fileIds, key }),
    edit: (messageId, text) => requestThreads.edit.mutate({ id: messageId, text }),
    remove: (messageId) => requestThreads.remove.mutate({ id: messageId }),
    markRead: async (messageId) => isViewed || requestThreads.markRead.mutate({ id, messageId }),
    saveDraft: (draft) => requestThreads.saveDraft.mutate({ id, ...draft }),
  };
}
