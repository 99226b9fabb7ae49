import type { AdminMessage } from '~/contract/workspace/workspace-schema';
import type { ThreadSource } from '~/web/features/workspace/thread-source';
import type { ApiClient } from '~/web/lib/trpc';

/** A thread as the agency reads it, including internal messages. */
export function adminSource(
  { admin }: Pick<ApiClient, 'admin'>,
  id: number,
): ThreadSource<AdminMessage> {
  const { workspace } = admin;
  return {
    requestId: id,
    byAgency: true,
    page: (query) => workspace.page.query({ id, ...query }),
    send: ({ options, ...message }) => workspace.send.mutate({ id, ...message, ...options }),
    edit: (messageId, text) => workspace.edit.mutate({ id: messageId, text }),
    remove: (messageId) => workspace.remove.mutate({ id: messageId }),
    markRead: (messageId) => workspace.markRead.mutate({ id, messageId }),
    saveDraft: (draft) => workspace.saveDraft.mutate({ id, ...draft }),
  };
}
