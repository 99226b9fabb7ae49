import { Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { UnmatchedMail } from '~/contract/mail/incoming-mail-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { success } from '~/web/admin/ui/notices';
import { useQuery } from '~/web/lib/queries';

const searchMs = 250;
const shownMax = 25;
const kinds = { quote: 'quote', message: 'message', request: 'request' } as const;
type Kind = keyof typeof kinds;
const idNames = { quote: 'quoteId', message: 'contactMessageId', request: 'requestId' } as const;

/**
 * Returns the sender's name. A search for the name also finds records with other email addresses.
 */
const senderIn = (from: string): string => /^(.+) <[^<>]+>$/.exec(from)?.[1] ?? from;

/** Dialog that assigns an email to a record. Initially suggests the sender's records. */
export function AttachMail(props: { mail: UnmatchedMail; onClose(): void }) {
  const { mail, onClose } = props;
  const { inbox, incomingMail } = useRouter().options.context.api.admin;
  const [search, setSearch] = useState(senderIn(mail.from));
  const [asked] = useDebouncedValue(search.trim(), searchMs);
  const open = useQuery(inbox.page.queryOptions({ search: asked, isBoard: true }));
  const items = (open.data?.rows ?? []).filter(({ kind }) => kind in kinds).slice(0, shownMax);
  return (
    <ActionDialog
      title="Add to a conversation"
      submitLabel="Add"
      isReady={({ record }) => record !== ''}
      initial={{ record: '' }}
      fields={({ draft, change }) => [
        <TextInput
          key="search"
          label="Search quotes, messages and requests"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />,
        open.error ? (
          <FailedQuery key="failed" error={open.error} onRetry={open.refetch} />
        ) : undefined,
        open.data && items.length === 0 && (
          <Text key="none" c="dimmed" fz="sm" role="status">
            No results. Search for a name, an email address or a word from the text.
          </Text>
        ),
        items.length > 0 && (
          <Radio.Group
            key="record"
            label="Record"
            value={draft.record}
            onChange={(record) => change(() => ({ record }))}
          >
            <ScrollArea.Autosize mah="20rem">
              <Stack gap="xs" mt="xs">
                {items.map(({ key, kind, id, name, about }) => (
                  <Radio
                    key={key}
                    value={key}
                    label={`${name || 'Without a name'}, ${kinds[kind as Kind]} ${id}`}
                    description={about}
                  />
                ))}
              </Stack>
            </ScrollArea.Autosize>
          </Radio.Group>
        ),
        <Text key="note" c="dimmed" fz="sm">
          If it comes from the client’s own email, it becomes their message. Otherwise only admins
          see it until you accept it.
        </Text>,
      ]}
      input={({ record }) => {
        const [kind, id] = record.split('-');
        return { id: mail.id, [idNames[kind as Kind]]: Number(id) };
      }}
      mutation={incomingMail.attach.mutationOptions()}
      outcome={{
        done: success('Added to the conversation'),
        failed: 'Failed to add the email to the conversation. Please try again.',
      }}
      onClose={onClose}
    />
  );
}
