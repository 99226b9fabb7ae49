import { useRouter } from '@tanstack/react-router';

import { statusLabel } from '~/contract/common/statuses';
import type { RequestStatus } from '~/contract/requests/requests';
import { notifyDone, notifyFailed, offerUndo } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { useRequestRefresh } from './use-request-refresh';

interface Change {
  id: number;
  title: string;
  from: RequestStatus;
  to: RequestStatus;
}

/** Sets the status of a request. Its client is told once the notice, which offers to take it back, has gone. */
export function useRequestStatus() {
  const { api } = useRouter().options.context;
  const { now } = useRequestRefresh();
  const { mutateAsync, isPending } = useMutation(api.admin.requests.setStatus.mutationOptions());

  async function undo({ id, from }: Change): Promise<void> {
    try {
      await mutateAsync({ id, status: from, isUndo: true });
      notifyDone('Service request status is as before');
    } catch (error) {
      notifyFailed(error, 'Failed to update the service request');
    }
    await now();
  }

  return {
    isPending,
    /** @returns whether it was set */
    async change(change: Change): Promise<boolean> {
      try {
        await mutateAsync({ id: change.id, status: change.to });
      } catch (error) {
        notifyFailed(error, 'Failed to update the service request');
        return false;
      }
      const done = 'Service request status updated successfully';
      offerUndo(`${change.title}, ${statusLabel(change.to).toLowerCase()}: ${done}`, () =>
        undo(change),
      );
      await now();
      return true;
    },
  };
}
