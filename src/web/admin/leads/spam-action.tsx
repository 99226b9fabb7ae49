import { Button } from '@mantine/core';

import { useCan } from '~/web/admin/shell/use-can';
import { Notice } from '~/web/admin/ui/notice';
import { notifyDone, notifyFailed, undoable } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { useRefresh } from '~/web/shell/live';
import { toast } from '~/web/ui/toast-store';

export interface SpamProcedures {
  setSpam: MutationProcedure<{ ids: number[]; isSpam: boolean }, unknown>;
}

/** Functions that mark leads as spam, with Undo, or remove the mark. */
export function useSpamMark(procedures: SpamProcedures) {
  const refresh = useRefresh();
  const { mutateAsync, isPending } = useMutation(procedures.setSpam.mutationOptions());

  /** Sets or removes the mark. @returns whether it changed */
  async function set(ids: number[], isSpam: boolean): Promise<boolean> {
    try {
      await mutateAsync({ ids, isSpam });
      return true;
    } catch (error) {
      notifyFailed(error, 'Failed to update the spam mark');
      return false;
    } finally {
      void refresh();
    }
  }

  return {
    isPending,
    async mark(ids: number[], onDone?: () => void) {
      if (!(await set(ids, true))) return;
      const undo = async () => {
        if (await set(ids, false)) notifyDone('Marked as not spam');
      };
      toast(undoable(ids.length === 1 ? 'Marked as spam' : `${ids.length} marked as spam`, undo));
      onDone?.();
    },
    async unmark(id: number) {
      if (await set([id], false)) notifyDone('Marked as not spam');
    },
  };
}

/** Notice on possible or marked spam: the reason, and a button that removes the mark. */
export function SpamNotice(props: {
  lead: { id: number; spamReason: string | null; isSpam: boolean };
  procedures: SpamProcedures;
}) {
  const { id, spamReason, isSpam } = props.lead;
  const { isPending, unmark } = useSpamMark(props.procedures);
  const mayChange = useCan()('leads.write');
  if (spamReason === null) return null;
  return (
    <Notice tone="wait" title={isSpam ? 'Marked as spam' : 'Possible spam'}>
      {isSpam
        ? `It was ${spamReason}, and is left out of lists and counts.`
        : `It ${spamReason}. It is listed, counted and emailed like any other.`}
      {mayChange && (
        <div>
          <Button size="xs" mt="xs" loading={isPending} onClick={() => void unmark(id)}>
            Not spam
          </Button>
        </div>
      )}
    </Notice>
  );
}
