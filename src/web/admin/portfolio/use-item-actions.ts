import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '~/web/admin/content/use-content-actions';

export function useItemActions() {
  const { api, client } = useRouter().options.context;
  return useRecordActions({
    noun: 'Portfolio item',
    calls: client.admin.portfolio,
    shownIn: [api.admin.portfolio, api.portfolio],
    saysWhy: true,
  });
}
