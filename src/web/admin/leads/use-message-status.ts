import { useRouter } from '@tanstack/react-router';

import { useStatusChange } from '~/web/admin/leads/use-status-change';

export function useMessageStatus() {
  const { api } = useRouter().options.context;
  const { messages } = api.admin;
  return useStatusChange({ noun: 'Message', setStatuses: messages.setStatuses });
}
