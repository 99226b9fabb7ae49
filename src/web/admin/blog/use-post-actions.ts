import { useRouter } from '@tanstack/react-router';

import type { PostChanges, PostFields } from '~/contract/blog/blog-form-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function usePostActions() {
  const { api } = useRouter().options.context;
  return useContentActions<PostFields, PostChanges>({
    noun: 'Post',
    procedures: api.admin.blog,
    saysWhy: true,
  });
}
