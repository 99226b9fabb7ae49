import { useRouter } from '@tanstack/react-router';

import { useStatusChange } from '~/web/admin/leads/use-status-change';

export function useQuoteStatus() {
  const { api } = useRouter().options.context;
  const { quotes } = api.admin;
  return useStatusChange({ noun: 'Quote', setStatuses: quotes.setStatuses });
}
