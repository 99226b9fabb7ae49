import { useRouter } from '@tanstack/react-router';

import type { MessageStatus } from '~/contract/contact';
import { tellDone, tellFailed } from '../ui/notices';

/** Sets the status of one message or of many. @returns whether it was done */
export function useMessageStatus() {
  const { api, client } = useRouter().options.context;
  return async (ids: number[], status: MessageStatus): Promise<boolean> => {
    try {
      await client.admin.messages.setStatuses.mutate({ ids, status });
      tellDone('Message status updated successfully');
      return true;
    } catch (error) {
      tellFailed(error, '', 'Failed to update message status');
      return false;
    } finally {
      await Promise.all([api.admin.messages.invalidate(), api.admin.overview.invalidate()]);
    }
  };
}
