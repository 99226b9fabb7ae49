import { useRouter } from '@tanstack/react-router';

import { statusLabel } from '~/contract/common/statuses';
import type { RequestStatus } from '~/contract/requests/requests';
import { notifyDone, notifyFailed, offerUndo, withAction } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { toast } from '~/web/ui/toast-store';

interface Change {
  id: number;
  title: string;
  from: RequestStatus;
  to: RequestStatus;
}

/**
 * Returns `change`, which sets the status of a request and shows a toast that offers Undo, and
 * whether a change is pending. The client is only notified after the toast has disappeared.
 */
export function useRequestStatus() {
  const { api } = useRouter().options.context;
  const refresh = useRefresh();
  const { mutateAsync, isPending } = useMutation(api.admin.requests.setStatus.mutationOptions());

  async function undo({ id, from }: Change): Promise<void> {
    try {
      await mutateAsync({ id, status: from, isUndo: true });
      notifyDone('Service request status restored');
    } catch (error) {
      notifyFailed(error, 'Failed to update the service request');
    }
    await refresh();
  }

  /** Sets the status. @param isSure true to complete the request although files wait for the client's approval */
  async function change(request: Change, isSure: boolean): Promise<boolean> {
    const { id, title, to } = request;
    try {
      await mutateAsync({ id, status: to, ...(to === 'completed' && { ifApproved: !isSure }) });
    } catch (error) {
      const { ifApproved: waiting } = fieldErrorsOf(error);
      if (waiting) {
        const question = `${title}: ${waiting}. Complete it anyway?`;
        toast({
          ...withAction(question, 'Complete anyway', () => void change(request, true)),
          title: 'Not completed',
        });
      } else notifyFailed(error, 'Failed to update the service request');
      return false;
    }
    const done = 'Service request status updated successfully';
    offerUndo(`${title}, ${statusLabel(to).toLowerCase()}: ${done}`, () => undo(request));
    await refresh();
    return true;
  }

  return {
    isPending,
    /**
     * Sets the status. Asks for a confirmation before completing a request with files that wait for the client's approval.
     *
     * @returns whether it was set
     */
    change: (request: Change): Promise<boolean> => change(request, false),
  };
}
