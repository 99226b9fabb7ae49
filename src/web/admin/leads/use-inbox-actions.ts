import { useRouter } from '@tanstack/react-router';

import type { RecordRef } from '~/contract/conversations/records';
import type { FollowUp, InboxChange, InboxItem } from '~/contract/inbox/inbox-schema';
import type { MessageStatus } from '~/contract/leads/contact';
import type { QuoteStatus } from '~/contract/leads/quote-statuses';
import type { RequestStatus } from '~/contract/requests/requests';
import { useRequestStatus } from '~/web/admin/documents/use-request-status';
import { useSpamMark } from '~/web/admin/leads/spam-action';
import { notifyDone, notifyFailed, offerUndo } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { useMessageStatus } from './use-message-status';
import { useQuoteStatus } from './use-quote-status';

type FollowUpChange = Omit<InboxChange, 'items'>;

/** Returns the actions for items of the inbox. Each action shows a toast that offers Undo. */
export function useInboxActions() {
  const { api, client } = useRouter().options.context;
  const { mutateAsync } = useMutation(api.admin.inbox.change.mutationOptions());
  const quoteStatus = useQuoteStatus();
  const messageStatus = useMessageStatus();
  const requestStatus = useRequestStatus();
  const quoteSpam = useSpamMark(api.admin.quotes);
  const messageSpam = useSpamMark(api.admin.messages);
  const refresh = useRefresh();

  async function undo(previous: readonly (RecordRef & FollowUp)[], values: FollowUpChange) {
    try {
      for (const item of previous) {
        const { kind, id } = item;
        await mutateAsync({ items: [{ kind, id }], ...followUpBefore(item, values) });
      }
      notifyDone('Undone');
    } catch (error) {
      notifyFailed(error, 'Failed to undo');
    }
    await refresh();
  }

  /** Changes the follow-up of an item. @returns whether it was saved */
  async function change(
    { kind, id }: RecordRef,
    values: FollowUpChange,
    text: string,
  ): Promise<boolean> {
    try {
      const { before } = await mutateAsync({ items: [{ kind, id }], ...values });
      offerUndo(text, () => undo(before, values));
      await refresh();
      return true;
    } catch (error) {
      notifyFailed(error, 'Failed to update the inbox');
      await refresh();
      return false;
    }
  }

  return {
    changeFollowUp: change,

    /** Marks an item as done, or reopens it. */
    toggleDone: (item: InboxItem) =>
      change(item, { isDone: item.doneAt === null }, item.doneAt === null ? 'Done' : 'Reopened'),

    /** Records that the agency has replied to a waiting item outside the product. */
    async noteAnswer(item: InboxItem): Promise<void> {
      if (item.waitingSince === null) return;
      await change(item, { isAnswered: true }, 'Marked as answered. Waiting on client');
    },

    async setStatus(item: InboxItem, status: string): Promise<void> {
      const { kind, id, about } = item;
      if (status === item.status) return;
      if (kind === 'quote') {
        const before = { id, status: item.status as QuoteStatus };
        await quoteStatus.change([before], status as QuoteStatus);
      } else if (kind === 'message') {
        const before = { id, status: item.status as MessageStatus };
        await messageStatus.change([before], status as MessageStatus);
      } else if (kind === 'request') {
        const from = item.status as RequestStatus;
        await requestStatus.change({ id, title: about, from, to: status as RequestStatus });
      }
      await refresh();
    },

    async setOwner(item: InboxItem, ownerId: string | null): Promise<void> {
      const { kind, id } = item;
      if (kind === 'proposal') return;
      const save = async (to: string | null, onDone: () => void) => {
        try {
          await client.admin.conversations.setOwner.mutate({ kind, id, ownerId: to });
          onDone();
        } catch (error) {
          notifyFailed(error, 'Failed to change the owner');
        }
        await refresh();
      };
      await save(ownerId, () =>
        offerUndo('Owner changed', () => save(item.ownerId, () => notifyDone('Owner restored'))),
      );
    },

    async markSpam({ kind, id }: InboxItem): Promise<void> {
      await (kind === 'quote' ? quoteSpam : messageSpam).mark([id]);
      await refresh();
    },
  };
}

/**
 * Returns the previous values of the changed fields only. Another admin may have changed other
 * fields since.
 */
function followUpBefore(before: FollowUp, values: FollowUpChange): FollowUpChange {
  const { nextStep, nextStepOn, tags, snoozedUntil } = before;
  return {
    ...(values.nextStep !== undefined && { nextStep }),
    ...(values.nextStepOn !== undefined && { nextStepOn }),
    ...(values.tags !== undefined && { tags }),
    ...(values.snoozedUntil !== undefined && { snoozedUntil }),
    ...(values.isDone !== undefined && { isDone: before.doneAt !== null }),
    ...(values.isAnswered && { isAnswered: false }),
  };
}

export type InboxActions = ReturnType<typeof useInboxActions>;
