import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '~/web/admin/content/use-content-actions';

export function usePostActions() {
  const { api, client } = useRouter().options.context;
  return useRecordActions({
    noun: 'Post',
    calls: client.admin.blog,
    shownIn: [api.admin.blog, api.blog],
    saysWhy: true,
  });
}
