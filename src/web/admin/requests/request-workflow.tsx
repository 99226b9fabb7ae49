import { Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { requestStatuses } from '~/contract/requests/requests';
import { TextForm } from '~/web/admin/form/text-form';
import { StatusSelect } from '~/web/admin/leads/status-select';
import { success } from '~/web/admin/ui/notices';
import { outcome } from '~/web/ui/outcome';

/** The workflow of a request: status, target date, and notes to the client. */
export function RequestWorkflow({ request }: { request: AdminRequest }) {
  const { api } = useRouter().options.context;
  const { requests, overview } = api.admin;
  const { id } = request;

  const outcomeOf = (done: string) =>
    outcome<unknown, unknown>({
      done: success(done),
      failed: 'Failed to update the service request',
      refresh: () => Promise.all([requests.invalidate(), overview.invalidate()]),
    });
  const setStatus = useMutation(
    requests.setStatus.mutationOptions(outcomeOf('Service request status updated successfully')),
  );
  const setTargetDate = useMutation(
    requests.setTargetDate.mutationOptions(outcomeOf('Target date updated successfully')),
  );
  const setNote = useMutation(requests.setNote.mutationOptions(outcomeOf('The client was told')));

  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <StatusSelect
          label="Status"
          status={request.status}
          statuses={requestStatuses}
          onChange={(status) => setStatus.mutate({ id, status })}
        />
        <TargetDate
          key={request.targetDate}
          request={request}
          onChange={(targetDate) => setTargetDate.mutate({ id, targetDate })}
        />
      </Group>
      <TextForm
        label="Note to the client"
        description={
          request.note
            ? `Last written: “${request.note}”`
            : 'They read it in their client area, and get it by mail.'
        }
        submitLabel="Send note"
        submitProps={{ size: 'xs', variant: 'light' }}
        isPending={setNote.isPending}
        onSubmit={(note, callbacks) => setNote.mutate({ id, note }, callbacks)}
      />
    </Stack>
  );
}

/** Saved on blur or Enter: a year that is being typed is another year with each digit. */
function TargetDate(props: { request: AdminRequest; onChange(date: string | null): void }) {
  const saved = props.request.targetDate ?? '';
  const [date, setDate] = useState(saved);
  const save = () => {
    if (date !== saved) props.onChange(date || null);
  };
  return (
    <TextInput
      type="date"
      label="Target date"
      value={date}
      onChange={(event) => setDate(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
}
