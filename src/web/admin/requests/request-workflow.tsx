import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { textMax } from '~/contract/common/limits';
import { requestStatuses } from '~/contract/requests/requests';
import { TypedGuard } from '~/web/admin/form/leave-guard';
import { StatusSelect } from '~/web/admin/leads/status-select';
import { notifyFailed } from '~/web/admin/ui/notices';
import { tried } from '~/web/admin/ui/tried';

/** What the agency does with a request: how far it is, by when it is done, and what the client is told. */
export function RequestWorkflow({ request }: { request: AdminRequest }) {
  const { api, client } = useRouter().options.context;
  const [note, setNote] = useState('');
  const { id } = request;
  const { requests } = client.admin;

  const change = (work: () => Promise<unknown>, done: string) =>
    tried(work, {
      done,
      onFailed: (error) => notifyFailed(error, 'Failed to update the service request'),
      refresh: () =>
        Promise.all([api.admin.requests.invalidate(), api.admin.overview.invalidate()]),
    });

  const setTargetDate = (targetDate: string | null) =>
    void change(
      () => requests.setTargetDate.mutate({ id, targetDate }),
      'Target date updated successfully',
    );

  const submitNote = async (event: FormEvent) => {
    event.preventDefault();
    const text = note.trim();
    if (!text) return;
    const isSent = await change(
      () => requests.setNote.mutate({ id, note: text }),
      'The client was told',
    );
    if (isSent) setNote('');
  };

  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <StatusSelect
          label="Status"
          status={request.status}
          statuses={requestStatuses}
          onChange={(status) =>
            void change(
              () => requests.setStatus.mutate({ id, status }),
              'Service request status updated successfully',
            )
          }
        />
        <TargetDate key={request.targetDate} request={request} onChange={setTargetDate} />
      </Group>
      <form onSubmit={submitNote}>
        <Stack gap="xs" align="flex-start">
          <Textarea
            label="Note to the client"
            description={
              request.note
                ? `Last written: “${request.note}”`
                : 'They read it in their client area, and get it by mail.'
            }
            autosize
            minRows={2}
            maxLength={textMax}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            w="100%"
          />
          <Button type="submit" size="xs" variant="light" disabled={!note.trim()}>
            Send note
          </Button>
        </Stack>
        <TypedGuard typed={note} />
      </form>
    </Stack>
  );
}

/** Kept once it is whole: a year that is being typed is another year with each digit. */
function TargetDate(props: { request: AdminRequest; onChange(date: string | null): void }) {
  const kept = props.request.targetDate ?? '';
  const [date, setDate] = useState(kept);
  const keep = () => {
    if (date !== kept) props.onChange(date || null);
  };
  return (
    <TextInput
      type="date"
      label="Target date"
      value={date}
      onChange={(event) => setDate(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}
