import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '~/web/admin/content/use-content-actions';

export function usePlanActions() {
  const { api, client } = useRouter().options.context;
  return useRecordActions({
    noun: 'Plan',
    calls: client.admin.plans,
    shownIn: [api.admin.plans, api.plans],
    saysWhy: true,
  });
}
