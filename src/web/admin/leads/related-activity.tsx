import { Button, Divider, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { textMax } from '~/contract/common/limits';
import type { Note, SentMail } from '~/contract/leads/leads-schema';
import { TypedGuard } from '~/web/admin/form/leave-guard';
import { notifyFailed } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';

interface PapersProps {
  notes: Note[];
  mails: SentMail[];
  changes: { id: number; description: string; createdAt: string }[];
  /** Keeps a note, so that the record has it when it is read again. */
  addNote(text: string): Promise<unknown>;
}

/** What lies beside a record: notes that only admins see, the mails about it, and what was done. */
export function RelatedActivity({ notes, mails, changes, addNote }: PapersProps) {
  return (
    <Stack gap="md">
      <Divider />
      <Title order={3}>Internal notes</Title>
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
      <NoteForm addNote={addNote} />
      {mails.length > 0 && (
        <>
          <Divider />
          <Title order={3}>Mails</Title>
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

function NoteForm({ addNote }: Pick<PapersProps, 'addNote'>) {
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || pending) return;
    setPending(true);
    try {
      await addNote(text.trim());
      setText('');
    } catch (error) {
      notifyFailed(error, 'Failed to save the note');
    } finally {
      setPending(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          label="Add a note"
          description="Only admins see notes."
          autosize
          minRows={2}
          maxLength={textMax}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w="100%"
        />
        <Button type="submit" size="xs" variant="default" loading={pending} disabled={!text.trim()}>
          Save note
        </Button>
      </Stack>
      <TypedGuard typed={text} />
    </form>
  );
}
