import type { Message } from '~/contract/workspace/workspace-schema';
import type { ApiClient } from '~/web/lib/trpc';
import type { ThreadSource } from './thread-source';

/**
 * Functions that read and change a thread for its client.
 *
 * @param options.isViewed true if an admin views the site as the client, so that nothing is marked as read
 */
export function clientSource(
  { workspace }: Pick<ApiClient, 'workspace'>,
  id: number,
  { isViewed = false } = {},
): ThreadSource<Message> {
  return {
    key: String(id),
    requestId: id,
    byAgency: false,
    page: (query) => workspace.page.query({ id, ...query }),
    send: ({ text, fileIds, key }) => workspace.send.mutate({ id, text, fileIds, key }),
    edit: (messageId, text) => workspace.edit.mutate({ id: messageId, text }),
    remove: (messageId) => workspace.remove.mutate({ id: messageId }),
    markRead: async (messageId) => isViewed || workspace.markRead.mutate({ id, messageId }),
    saveDraft: (draft) => workspace.saveDraft.mutate({ id, ...draft }),
  };
}
