import { useRouter } from '@tanstack/react-router';

import { useStatusChange } from '~/web/admin/leads/use-status-change';

export function useMessageStatus() {
  const { api, client } = useRouter().options.context;
  const { setStatuses } = client.admin.messages;
  return useStatusChange({ noun: 'Message', setStatuses, list: api.admin.messages });
}
