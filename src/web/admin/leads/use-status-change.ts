import { statusLabel } from '~/contract/common/statuses';
import { notifyDone, notifyFailed, offerUndo } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { useRefresh } from '~/web/shell/live';

/** A lead with the status that it had before the change. */
export interface Changed<Status> {
  id: number;
  status: Status;
}

/**
 * Returns `change`, which changes the status of leads and shows a toast that offers Undo, and
 * whether a change is pending.
 */
export function useStatusChange<Status extends string>(options: {
  /** Capitalized noun, such as 'Quote'. */
  noun: string;
  setStatuses: MutationProcedure<{ ids: number[]; status: Status; isUndo?: boolean }>;
}) {
  const { noun, setStatuses } = options;
  const { mutateAsync, isPending } = useMutation(setStatuses.mutationOptions());

  /** Sets the status of leads. @returns whether all of them were set */
  async function set(
    changes: { ids: number[]; status: Status; isUndo?: boolean }[],
  ): Promise<boolean> {
    try {
      for (const change of changes) await mutateAsync(change);
      return true;
    } catch (error) {
      notifyFailed(error, '', `Failed to update ${noun.toLowerCase()} status`);
      return false;
    }
  }

  const refresh = useRefresh();

  async function undo(before: readonly Changed<Status>[]): Promise<void> {
    const statuses = [...new Set(before.map(({ status }) => status))];
    const changes = statuses.map((status) => ({
      status,
      isUndo: true,
      ids: before.filter((lead) => lead.status === status).map(({ id }) => id),
    }));
    if (await set(changes)) {
      notifyDone(before.length === 1 ? `${noun} status restored` : 'All statuses restored');
    }
  }

  return {
    isPending,
    /** Changes the status of leads. @param before the leads with their current status */
    async change(before: readonly Changed<Status>[], status: Status, onDone?: () => void) {
      const isSet = await set([{ ids: before.map(({ id }) => id), status }]);
      if (!isSet) {
        await refresh();
        return;
      }
      const text =
        before.length === 1
          ? `${noun} status updated successfully`
          : `${before.length} set to ${statusLabel(status).toLowerCase()}. ${noun} status updated successfully`;
      offerUndo(text, () => undo(before));
      onDone?.();
      await refresh();
    },
  };
}

export type StatusChange<Status extends string> = ReturnType<typeof useStatusChange<Status>>;
