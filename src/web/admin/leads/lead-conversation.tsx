import {
  Button,
  Group,
  Menu,
  NativeSelect,
  Skeleton,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';

import {
  type ConversationKind,
  type Delivery,
  fillTemplate,
} from '~/contract/conversations/conversations';
import type { ConversationMessage } from '~/contract/conversations/conversations-schema';
import type { UploadedFile } from '~/contract/files/files-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { Composer, type ComposerChoices } from '~/web/features/workspace/composer';
import { MessageItem } from '~/web/features/workspace/message-item';
import type { SendOptions } from '~/web/features/workspace/thread-source';
import { useUploads } from '~/web/features/workspace/use-uploads';
import { newKey } from '~/web/lib/new-key';
import { useQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { toast } from '~/web/ui/toast-store';
import { MailFoot } from './mail-foot';
import { isAutomatic, markOfMail } from './mail-words';

const pageSize = 50;

const deliveryWords: Partial<Record<Delivery, string>> = {
  queued: 'Sending',
  failed: 'Not delivered',
  bounced: 'Returned',
};

/** Returns a note about a message: that it is internal, or the state of its email. */
const markOf = (message: ConversationMessage): string | undefined => {
  const { internal, delivery } = message;
  const ofMail = markOfMail(message);
  if (ofMail) return ofMail;
  return internal ? 'Internal' : delivery ? deliveryWords[delivery] : undefined;
};

const choices: ComposerChoices = {
  sendLabel: (options) => (options.internal ? 'Save internal note' : 'Send email'),
  markOf: (options) => (options.internal ? 'Internal' : undefined),
  Fields: ({ options, onChange }) => (
    <div className="composer-choices">
      <Switch
        label="Internal note"
        checked={options.internal ?? false}
        onChange={(event) => onChange(event.currentTarget.checked ? { internal: true } : {})}
      />
    </div>
  ),
};

/** Choices without a recipient: all messages are internal. */
const internalChoices: ComposerChoices = {
  sendLabel: () => 'Save internal note',
  markOf: () => 'Internal',
  Fields: () => null,
};

/** Conversation with the sender of a lead or the client of a proposal. Messages are emailed and stored. */
export function LeadConversation(props: {
  kind: ConversationKind;
  id: number;
  /** Email address of the recipient. */
  email: string;
}) {
  const { kind, id } = props;
  const { api, client } = useRouter().options.context;
  const { conversations } = client.admin;
  const mayWrite = useCan()(kind === 'proposal' ? 'proposals.write' : 'leads.write');
  const page = useQuery(api.admin.conversations.page.queryOptions({ kind, id, limit: pageSize }));
  const beside = useQuery(api.admin.conversations.get.queryOptions({ kind, id }));
  const uploads = useUploads();
  const [returned, setReturned] = useState<{
    text: string;
    files: UploadedFile[];
    options: SendOptions;
  }>();
  const [chosen, setChosen] = useState<string>();
  const recipients = beside.data?.recipients ?? [];
  const to = recipients.find(({ email }) => email === chosen) ?? recipients[0];
  const [inserted, setInserted] = useState<{ text: string }>();
  const refresh = useRefresh();

  const newest = page.data?.rows.at(-1)?.id ?? 0;
  const lastRead = beside.data?.lastReadId;
  useEffect(() => {
    if (lastRead === undefined || newest <= (lastRead ?? 0)) return;
    // The current messages are marked as read already; the mark is set again with the next message.
    conversations.markRead.mutate({ kind, id, messageId: newest }).catch(() => undefined);
  }, [conversations, kind, id, newest, lastRead]);

  const send = async (text: string, files: UploadedFile[], options: SendOptions) => {
    const internal = !to || (options.internal ?? false);
    try {
      await conversations.send.mutate({
        ...{ kind, id, text, internal, key: newKey() },
        fileIds: files.map((file) => file.id),
        ...(to && !internal && { to: { kind: to.kind, id: to.id } }),
      });
      toast(
        success(
          internal
            ? 'Internal note saved. No email was sent.'
            : `Message sent to ${to?.email ?? props.email}`,
        ),
      );
    } catch (error) {
      setReturned({ text, files, options });
      notifyFailed(error, 'Failed to send the message');
    }
    await refresh();
  };
  const actions = useMemo(
    () => ({
      edit: async (messageId: number, text: string) => {
        await conversations.edit.mutate({ kind, id: messageId, text });
        await refresh();
      },
      remove: async (messageId: number) => {
        await conversations.remove.mutate({ kind, id: messageId });
        await refresh();
      },
    }),
    [conversations, refresh, kind],
  );

  return (
    <section aria-labelledby="conversation-title">
      <Stack gap="sm">
        <Title order={3} id="conversation-title">
          Conversation
        </Title>
        {page.error ? <FailedQuery error={page.error} onRetry={page.refetch} /> : null}
        {!page.data && !page.error && <Skeleton height={80} />}
        {page.data?.rows.length === 0 && (
          <Text c="dimmed" fz="sm">
            No messages yet
          </Text>
        )}
        <ol className="lead-messages" aria-label="Conversation">
          {page.data?.rows.map((message) => (
            <li key={message.id}>
              <MessageItem
                message={message}
                isOurs={message.byAgency}
                isContinued={false}
                mark={markOf(message)}
                address={message.address}
                shownWith={kind}
                isNote={isAutomatic(message)}
                foot={
                  (message.mailId !== null || message.deliveryReason !== '') && (
                    <MailFoot message={message} mayAccept={mayWrite} />
                  )
                }
                actions={mayWrite ? actions : undefined}
              />
            </li>
          ))}
        </ol>
        {mayWrite && beside.data && (
          <>
            <Group align="flex-end" gap="xs">
              {recipients.length > 1 && (
                <NativeSelect
                  label="To"
                  value={to?.email}
                  data={recipients.map(({ name, email }) => ({
                    value: email,
                    label: `${name}, ${email}`,
                  }))}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                />
              )}
              <Templates values={beside.data.values} onChosen={(text) => setInserted({ text })} />
            </Group>
            {!to && (
              <Text c="dimmed" fz="sm">
                No email address yet, so messages here stay internal.
              </Text>
            )}
            <Composer
              id="answer"
              label="Your message"
              placeholder={to ? `Email ${to.email}…` : 'Only visible to admins.'}
              internalPlaceholder="Only visible to admins. No email is sent."
              draftKey={`${kind}-${id}`}
              kept={beside.data.draft}
              uploads={uploads}
              returned={returned}
              inserted={inserted}
              save={(draft) => conversations.saveDraft.mutate({ kind, id, ...draft })}
              isSent={(text) =>
                page.data?.rows.some((one) => one.text.trim() === text.trim()) ?? false
              }
              onSend={(text, files, options) => void send(text, files, options)}
              choices={to ? choices : internalChoices}
            />
          </>
        )}
      </Stack>
    </section>
  );
}

function Templates(props: {
  values: Parameters<typeof fillTemplate>[1];
  onChosen(text: string): void;
}) {
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.admin.replyTemplates.list.queryOptions({}));
  if (!data || data.length === 0) return null;
  return (
    <Group>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" size="compact-md">
            Use a template
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.map(({ id, name, text }) => (
            <Menu.Item key={id} onClick={() => props.onChosen(fillTemplate(text, props.values))}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
