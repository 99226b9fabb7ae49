import { useRouter } from '@tanstack/react-router';

import type { InboxChange, InboxItem, InboxRef } from '~/contract/inbox/inbox-schema';
import type { MessageStatus } from '~/contract/leads/contact';
import type { QuoteStatus } from '~/contract/leads/quote-statuses';
import type { RequestStatus } from '~/contract/requests/requests';
import { useRequestStatus } from '~/web/admin/documents/use-request-status';
import { useSpamMark } from '~/web/admin/leads/spam-action';
import { notifyDone, notifyFailed, offerUndo } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { useMessageStatus } from './use-message-status';
import { useQuoteStatus } from './use-quote-status';

type Plan = Omit<InboxChange, 'items'>;

/** What can be done with items of the inbox; each notice offers to take it back. */
export function useInboxActions() {
  const { api, client } = useRouter().options.context;
  const { mutateAsync } = useMutation(api.admin.inbox.change.mutationOptions());
  const quoteStatus = useQuoteStatus();
  const messageStatus = useMessageStatus();
  const requestStatus = useRequestStatus();
  const quoteSpam = useSpamMark(api.admin.quotes);
  const messageSpam = useSpamMark(api.admin.messages);
  const refresh = () =>
    Promise.all([api.admin.inbox.invalidate(), api.admin.overview.invalidate()]);

  async function undo(
    before: readonly (InboxRef & Plan & { doneAt: string | null })[],
    plan: Plan,
  ) {
    try {
      for (const { kind, recordId, nextStep, nextStepOn, tags, snoozedUntil, doneAt } of before) {
        await mutateAsync({
          items: [{ kind, recordId }],
          nextStep,
          nextStepOn,
          tags,
          snoozedUntil,
          isDone: doneAt !== null,
          ...(plan.isAnswered && { isAnswered: false }),
        });
      }
      notifyDone('It is as before');
    } catch (error) {
      notifyFailed(error, 'It could not be taken back');
    }
    await refresh();
  }

  return {
    /** @returns whether it was saved */
    async plan(item: InboxRef, plan: Plan, text: string): Promise<boolean> {
      const { kind, recordId } = item;
      try {
        const { before } = await mutateAsync({ items: [{ kind, recordId }], ...plan });
        offerUndo(text, () => undo(before, plan));
        await refresh();
        return true;
      } catch (error) {
        notifyFailed(error, 'The inbox could not be changed');
        await refresh();
        return false;
      }
    },

    async setStatus(item: InboxItem, status: string): Promise<void> {
      const { kind, recordId: id, about } = item;
      if (status === item.status) return;
      if (kind === 'quote') {
        const before = { id, status: item.status as QuoteStatus };
        await quoteStatus.change([before], status as QuoteStatus);
      } else if (kind === 'message') {
        const before = { id, status: item.status as MessageStatus };
        await messageStatus.change([before], status as MessageStatus);
      } else {
        const from = item.status as RequestStatus;
        await requestStatus.change({ id, title: about, from, to: status as RequestStatus });
      }
      await refresh();
    },

    async setOwner(item: InboxItem, ownerId: string | null): Promise<void> {
      const { kind, recordId: id } = item;
      const set = (to: string | null) =>
        kind === 'request'
          ? client.admin.workspace.setAssignee.mutate({ id, assigneeId: to })
          : client.admin.responseTimes.setOwner.mutate({ kind, id, ownerId: to });
      const save = async (to: string | null, onDone: () => void) => {
        try {
          await set(to);
          onDone();
        } catch (error) {
          notifyFailed(error, 'Failed to change the owner');
        }
        await refresh();
      };
      await save(ownerId, () =>
        offerUndo('Owner changed', () =>
          save(item.ownerId, () => notifyDone('Owner is as before')),
        ),
      );
    },

    async markSpam({ kind, recordId }: InboxItem): Promise<void> {
      await (kind === 'quote' ? quoteSpam : messageSpam).mark([recordId]);
      await refresh();
    },
  };
}

export type InboxActions = ReturnType<typeof useInboxActions>;
