import { Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Note, SentMail } from '~/contract/leads/activity-schema';
import { TextForm } from '~/web/admin/form/text-form';
import { notifyFailed } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';

interface RelatedActivityProps {
  notes: Note[];
  mails: SentMail[];
  changes: { id: number; description: string; createdAt: string }[];
  /** Field for notes, if the admin may write them. Notes about a request are internal messages of its thread. */
  noteField?: ReactNode;
}

/** Context of a record: internal notes, emails about it, and its changes. */
export function RelatedActivity({ notes, mails, changes, noteField }: RelatedActivityProps) {
  return (
    <Stack gap="md">
      {(notes.length > 0 || noteField) && (
        <>
          <Divider />
          <Title order={3}>Internal notes</Title>
        </>
      )}
      {notes.map((note) => (
        <div key={note.id}>
          <Text className="as-written" fz="sm">
            {note.text}
          </Text>
          <Text c="dimmed" fz="xs">
            {note.authorName}, <When at={note.createdAt} />
          </Text>
        </div>
      ))}
      {noteField}
      {mails.length > 0 && (
        <>
          <Divider />
          <Title order={3}>Emails</Title>
          {mails.map((mail) => (
            <Group key={mail.id} justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text fz="sm">{mail.subject}</Text>
                <Text c="dimmed" fz="xs">
                  to {mail.to}, <When at={mail.createdAt} />
                </Text>
                {mail.state === 'failed' && (
                  <Text c="red" fz="xs">
                    {mail.lastError}
                  </Text>
                )}
              </div>
              <StatusBadge status={mail.state === 'failed' ? 'undelivered' : mail.state} />
            </Group>
          ))}
        </>
      )}
      {changes.length > 0 && (
        <>
          <Divider />
          <Title order={3}>History</Title>
          {changes.map((change) => (
            <Text key={change.id} fz="sm">
              {change.description}{' '}
              <Text component="span" c="dimmed" fz="xs">
                <When at={change.createdAt} />
              </Text>
            </Text>
          ))}
        </>
      )}
    </Stack>
  );
}

/** Field for an internal note. */
export function NoteField<Id extends number | string>(props: {
  id: Id;
  addNote: MutationProcedure<{ id: Id; text: string }>;
}) {
  const adding = useMutation({
    ...props.addNote.mutationOptions(),
    ...outcome({ failed: (error) => notifyFailed(error, 'Failed to save the note') }),
  });
  return (
    <TextForm
      label="Add a note"
      description="Only visible to admins."
      submitLabel="Save note"
      submitProps={{ size: 'xs', variant: 'default' }}
      isPending={adding.isPending}
      onSubmit={(text, callbacks) => adding.mutate({ id: props.id, text }, callbacks)}
    />
  );
}
