import { Button, Stack, Textarea } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { textMax } from '~/contract/common/limits';
import type { AdminMessage } from '~/contract/leads/leads-schema';
import { TypedGuard } from '~/web/admin/form/leave-guard';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';

/** An answer that leaves from here, and is kept with the message. */
export function ReplyForm({ message }: { message: AdminMessage }) {
  const { api, client } = useRouter().options.context;
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || pending) return;
    setPending(true);
    try {
      await client.admin.messages.reply.mutate({ id: message.id, text });
      setText('');
      notifyDone(`Your reply is on its way to ${message.email}`);
      await Promise.all([api.admin.messages.invalidate(), api.admin.overview.invalidate()]);
    } catch (error) {
      notifyFailed(error, 'Failed to send the reply');
    } finally {
      setPending(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          label="Reply from here"
          description={`Goes to ${message.email} at once; an answer comes to the agency’s mailbox.`}
          autosize
          minRows={3}
          maxLength={textMax}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w="100%"
        />
        <Button type="submit" loading={pending} disabled={!text.trim()} variant="light">
          Send reply
        </Button>
      </Stack>
      <TypedGuard typed={text} />
    </form>
  );
}
