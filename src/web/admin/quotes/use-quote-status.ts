import { useRouter } from '@tanstack/react-router';

import type { QuoteStatus } from '~/contract/quotes';
import { tellDone, tellFailed } from '../ui/notices';

/** Sets the status of one quote or of many. @returns whether it was done */
export function useQuoteStatus() {
  const { api, client } = useRouter().options.context;
  return async (ids: number[], status: QuoteStatus): Promise<boolean> => {
    try {
      await client.admin.quotes.setStatuses.mutate({ ids, status });
      tellDone('Quote status updated successfully');
      return true;
    } catch (error) {
      tellFailed(error, '', 'Failed to update quote status');
      return false;
    } finally {
      await Promise.all([api.admin.quotes.invalidate(), api.admin.overview.invalidate()]);
    }
  };
}
