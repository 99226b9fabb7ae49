import { useRouter } from '@tanstack/react-router';

import { useStatusChange } from '~/web/admin/leads/use-status-change';

export function useQuoteStatus() {
  const { api, client } = useRouter().options.context;
  const { setStatuses } = client.admin.quotes;
  return useStatusChange({ noun: 'Quote', setStatuses, list: api.admin.quotes });
}
