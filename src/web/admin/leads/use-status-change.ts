import { useRouter } from '@tanstack/react-router';

import type { Cached } from '~/web/admin/content/use-content-actions';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { outcome } from '~/web/ui/outcome';

/** The mutation that sets the status of one lead or of several. */
export function useStatusChange<Status extends string>(options: {
  /** Capitalized, such as 'Quote'. */
  noun: string;
  setStatuses: MutationProcedure<{ ids: number[]; status: Status }>;
  list: Cached;
}) {
  const { noun, setStatuses, list } = options;
  const { api } = useRouter().options.context;
  return useMutation({
    ...setStatuses.mutationOptions(),
    ...outcome<unknown, { ids: number[]; status: Status }>({
      done: success(`${noun} status updated successfully`),
      failed: (error) => notifyFailed(error, '', `Failed to update ${noun.toLowerCase()} status`),
      refresh: () => Promise.all([list.invalidate(), api.admin.overview.invalidate()]),
    }),
  });
}

export type StatusChange<Status extends string> = ReturnType<typeof useStatusChange<Status>>;
