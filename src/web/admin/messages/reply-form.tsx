import { useRouter } from '@tanstack/react-router';

import type { AdminMessage } from '~/contract/leads/leads-schema';
import { TextForm } from '~/web/admin/form/text-form';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Sends a reply by mail, and stores it with the message. */
export function ReplyForm({ message }: { message: AdminMessage }) {
  const { api } = useRouter().options.context;
  const reply = useMutation(
    api.admin.messages.reply.mutationOptions(
      outcome({
        done: success(`Your reply is on its way to ${message.email}`),
        failed: 'Failed to send the reply',
        refresh: () =>
          Promise.all([api.admin.messages.invalidate(), api.admin.overview.invalidate()]),
      }),
    ),
  );
  return (
    <TextForm
      label="Reply from here"
      description={`Goes to ${message.email} at once; an answer comes to the agency’s mailbox.`}
      minRows={3}
      submitLabel="Send reply"
      submitProps={{ variant: 'light' }}
      isPending={reply.isPending}
      onSubmit={(text, callbacks) => reply.mutate({ id: message.id, text }, callbacks)}
    />
  );
}
