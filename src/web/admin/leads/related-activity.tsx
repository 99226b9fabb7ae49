import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Note, SentMail } from '~/contract/leads/activity-schema';
import { TextForm } from '~/web/admin/form/text-form';
import { notifyFailed } from '~/web/admin/ui/notices';
import { RecordEntries } from '~/web/admin/ui/record-entries';
import { When } from '~/web/admin/ui/when';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { outcome } from '~/web/ui/outcome';

interface RelatedActivityProps {
  notes: Note[];
  mails: SentMail[];
  changes: { id: number; description: string; createdAt: string }[];
  /** Field for notes, if the admin may write them. Notes about a request are internal messages of its thread. */
  noteField?: ReactNode;
}

/** Shows the internal notes, emails and changes of a record. */
export function RelatedActivity({ notes, mails, changes, noteField }: RelatedActivityProps) {
  return (
    <>
      {(notes.length > 0 || noteField) && (
        <section aria-label="Internal notes">
          <Title order={3} mb="xs">
            Internal notes
          </Title>
          <Stack gap="md">
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
          </Stack>
        </section>
      )}
      <RecordEntries
        title="Emails"
        entries={mails.map((mail) => ({
          key: mail.id,
          title: mail.subject,
          note: (
            <>
              to {mail.to}, <When at={mail.createdAt} />
              {mail.state === 'failed' && (
                <Text c="red" fz="xs">
                  {mail.lastError}
                </Text>
              )}
            </>
          ),
          status: mail.state === 'failed' ? 'undelivered' : mail.state,
        }))}
      />
      <RecordEntries
        title="History"
        entries={changes.map(({ id, description, createdAt }) => ({
          key: id,
          title: description,
          note: <When at={createdAt} />,
        }))}
      />
    </>
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
