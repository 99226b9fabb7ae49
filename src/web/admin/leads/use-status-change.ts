import { useRouter } from '@tanstack/react-router';

import type { Call, Kept } from '~/web/admin/content/use-content-actions';
import { notifyFailed } from '~/web/admin/ui/notices';
import { tried } from '~/web/admin/ui/tried';

/** Sets the status of one record or of many. The function that it gives returns whether it was done. */
export function useStatusChange<Status extends string>(options: {
  /** As it begins sentences, such as 'Quote'. */
  noun: string;
  setStatuses: Call<{ ids: number[]; status: Status }>;
  list: Kept;
}) {
  const { noun, setStatuses, list } = options;
  const { api } = useRouter().options.context;
  return (ids: number[], status: Status): Promise<boolean> =>
    tried(() => setStatuses.mutate({ ids, status }), {
      done: `${noun} status updated successfully`,
      onFailed: (error) => notifyFailed(error, '', `Failed to update ${noun.toLowerCase()} status`),
      refresh: () => Promise.all([list.invalidate(), api.admin.overview.invalidate()]),
    });
}

export type StatusChange<Status extends string> = ReturnType<typeof useStatusChange<Status>>;
