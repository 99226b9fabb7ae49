import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '../record/use-record-actions';

export function usePostActions() {
  const { api, client } = useRouter().options.context;
  const refresh = () =>
    Promise.all([
      api.admin.blog.invalidate(),
      api.admin.overview.invalidate(),
      api.blog.invalidate(),
    ]);
  const actions = useRecordActions({
    noun: 'Post',
    remove: (id) => client.admin.blog.remove.mutate({ id }),
    restore: (id) => client.admin.blog.restore.mutate({ id }),
    refresh,
    saysWhy: true,
  });
  return { ...actions, refresh };
}
