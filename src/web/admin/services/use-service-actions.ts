import { useRouter } from '@tanstack/react-router';

import { useRecordActions } from '~/web/admin/content/use-content-actions';

export function useServiceActions() {
  const { api, client } = useRouter().options.context;
  return useRecordActions({
    noun: 'Service',
    calls: client.admin.services,
    shownIn: [api.admin.services, api.services],
  });
}
