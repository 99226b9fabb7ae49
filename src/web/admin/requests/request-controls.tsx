import { Select, Switch, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { requestStatuses } from '~/contract/requests/requests';
import type { AdminRequestThread } from '~/contract/threads/threads-schema';
import { useRequestStatus } from '~/web/admin/documents/use-request-status';
import { StatusSelect } from '~/web/admin/leads/status-select';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';

interface RequestControlsProps {
  request: AdminRequest;
  thread: AdminRequestThread;
}

/**
 * Fields for status, assignee, target date and whether the client's reply is awaited. Changes are
 * saved immediately. Without permission, the fields are read-only.
 */
export function RequestControls(props: RequestControlsProps) {
  const { request, thread } = props;
  if (useCan()('requests.write')) return <Fields {...props} />;
  return (
    <div className="request-controls">
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={request.status} />],
          ['Assignee', thread.assignee?.name ?? 'None'],
          ['Due date', <When key="date" at={request.targetDate} isDate />],
          [
            'Waiting on client',
            thread.waitingSince && (
              <span key="waiting">
                Since <When at={thread.waitingSince} />
              </span>
            ),
          ],
        ]}
      />
    </div>
  );
}

function Fields({ request, thread }: RequestControlsProps) {
  const { api } = useRouter().options.context;
  const { id, title } = request;
  const { assignee, waitingSince } = thread;
  const assignees = useQuery(api.admin.requestThreads.assignees.queryOptions());

  const outcomeOf = (done: string) =>
    outcome<unknown, unknown>({
      done: success(done),
      failed: 'Failed to update the service request',
    });
  const setStatus = useRequestStatus();
  const setTargetDate = useMutation({
    ...api.admin.requests.setTargetDate.mutationOptions(),
    ...outcomeOf('Due date updated successfully'),
  });
  const setOwner = useMutation({
    ...api.admin.conversations.setOwner.mutationOptions(),
    ...outcomeOf('Assignee updated successfully'),
  });
  const setWaiting = useMutation({
    ...api.admin.requestThreads.setWaiting.mutationOptions(),
    ...outcome<unknown, { waiting: boolean }>({
      done: (_, { waiting }) =>
        success(waiting ? 'Marked as waiting on client' : 'No longer waiting on client'),
      failed: 'Failed to update the service request',
    }),
  });
  // Updates the value optimistically, and reverts it if the server rejects the change.
  const isWaiting = setWaiting.isPending ? setWaiting.variables.waiting : waitingSince !== null;

  // Includes the current assignee, even if they can no longer be selected.
  const chosen = assignee && { value: assignee.id, label: assignee.name };
  const others = (assignees.data ?? [])
    .filter((one) => one.id !== assignee?.id)
    .map((one) => ({ value: one.id, label: one.name }));

  return (
    <div className="request-controls">
      <StatusSelect
        label="Status"
        status={request.status}
        statuses={requestStatuses}
        width="100%"
        onChange={(to) => void setStatus.change({ id, title, from: request.status, to })}
      />
      <Select
        label="Assignee"
        aria-keyshortcuts="a"
        title="Assignee (press a)"
        placeholder="None"
        clearable
        searchable
        value={assignee?.id ?? null}
        data={chosen ? [chosen, ...others] : others}
        nothingFoundMessage="No admin found"
        clearButtonProps={{ 'aria-label': 'Clear assignee' }}
        onChange={(ownerId) => setOwner.mutate({ kind: 'request', id, ownerId })}
      />
      <TargetDate
        saved={request.targetDate ?? ''}
        sending={setTargetDate.isPending ? (setTargetDate.variables.targetDate ?? '') : undefined}
        onSave={(date, onSaved) =>
          setTargetDate.mutate({ id, targetDate: date || null }, { onSuccess: onSaved })
        }
      />
      <Switch
        className="request-waiting"
        label="Waiting on client"
        // The label element also contains the description, which would otherwise be part of the
        // accessible name.
        aria-label="Waiting on client"
        checked={isWaiting}
        disabled={setWaiting.isPending}
        onChange={(event) => setWaiting.mutate({ id, waiting: event.currentTarget.checked })}
        {...(waitingSince && {
          description: (
            <>
              Since <When at={waitingSince} />
            </>
          ),
        })}
      />
    </div>
  );
}

/**
 * Field that is saved on blur or Enter rather than on each change, because every digit of a typed
 * year results in a different date. Rejected input stays in the field, so that it can be sent
 * again.
 */
function TargetDate(props: {
  saved: string;
  /** Target date that is being saved. */
  sending: string | undefined;
  onSave(date: string, onSaved: () => void): void;
}) {
  const { saved, sending } = props;
  const [typed, setTyped] = useState<string>();
  const save = () => {
    // The value is already being saved, for example on the blur after Enter.
    if (typed === undefined || typed === sending) return;
    if (typed === saved && sending === undefined) setTyped(undefined);
    else props.onSave(typed, () => setTyped((now) => (now === typed ? undefined : now)));
  };
  return (
    <TextInput
      type="date"
      label="Due date"
      value={typed ?? saved}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
}
