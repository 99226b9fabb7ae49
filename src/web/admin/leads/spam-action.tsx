import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { Cached } from '~/web/admin/content/use-content-actions';
import { useCan } from '~/web/admin/shell/use-can';
import { Notice } from '~/web/admin/ui/notice';
import { notifyDone, notifyFailed, undoable } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { toast } from '~/web/ui/toast-store';

export interface SpamProcedures extends Cached {
  setSpam: MutationProcedure<{ ids: number[]; isSpam: boolean }, { mailed: number }>;
}

/** Marks leads as spam, with Undo, or takes the mark away, which sends the emails that were held. */
export function useSpamMark(procedures: SpamProcedures) {
  const { api } = useRouter().options.context;
  const { mutateAsync, isPending } = useMutation(procedures.setSpam.mutationOptions());

  /** @returns for how many leads emails are on their way; undefined where it failed */
  async function set(ids: number[], isSpam: boolean): Promise<number | undefined> {
    try {
      return (await mutateAsync({ ids, isSpam })).mailed;
    } catch (error) {
      notifyFailed(error, 'Failed to change the mark');
      return undefined;
    } finally {
      void Promise.all([procedures.invalidate(), api.admin.overview.invalidate()]);
    }
  }

  return {
    isPending,
    async mark(ids: number[], onDone?: () => void) {
      if ((await set(ids, true)) === undefined) return;
      const undo = async () => {
        if ((await set(ids, false)) !== undefined) notifyDone('Not marked as spam any more');
      };
      toast(undoable(ids.length === 1 ? 'Marked as spam' : `${ids.length} marked as spam`, undo));
      onDone?.();
    },
    async unmark(id: number) {
      const mailed = await set([id], false);
      if (mailed === undefined) return;
      notifyDone(
        mailed > 0 ? 'Not spam. The mails about it are on their way.' : 'Not spam any more.',
      );
    },
  };
}

/** Above a lead that is marked: why, and the one click that takes the mark away. */
export function SpamNotice(props: { id: number; reason: string; procedures: SpamProcedures }) {
  const { isPending, unmark } = useSpamMark(props.procedures);
  const mayChange = useCan()('leads.write');
  return (
    <Notice tone="wait" title="Marked as spam">
      {props.reason.startsWith('marked by') ? `It was ${props.reason}.` : `It ${props.reason}.`} It
      was kept, is not counted, and no mail about it was sent.
      {mayChange && (
        <div>
          <Button size="xs" mt="xs" loading={isPending} onClick={() => void unmark(props.id)}>
            Not spam
          </Button>
        </div>
      )}
    </Notice>
  );
}
