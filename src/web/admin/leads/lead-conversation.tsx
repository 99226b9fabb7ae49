import { Button, Group, Menu, NativeSelect, Skeleton, Switch, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { type Delivery, fillTemplate } from '~/contract/conversations/conversations';
import type {
  Conversation,
  ConversationMessage,
  ConversationRef,
} from '~/contract/conversations/conversations-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import type { ComposerChoices } from '~/web/features/threads/composer';
import { ThreadPanel } from '~/web/features/threads/thread-panel';
import type { NewestMessages } from '~/web/features/threads/use-thread';
import { useQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { leadSource } from './lead-source';
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
export function LeadConversation(props: ConversationRef) {
  const { kind, id } = props;
  const { api } = useRouter().options.context;
  const page = useQuery(
    api.admin.conversations.page.queryOptions({ kind, id, limit: pageSize }, { gcTime: 0 }),
  );
  const beside = useQuery(api.admin.conversations.get.queryOptions({ kind, id }, { gcTime: 0 }));
  const { data, dataUpdatedAt, isError, error, refetch } = page;
  if (!data && error) return <FailedQuery error={error} onRetry={refetch} />;
  if (!beside.data && beside.error) {
    return <FailedQuery error={beside.error} onRetry={beside.refetch} />;
  }
  if (!data || !beside.data) return <Skeleton height={80} />;
  return (
    <Thread
      key={`${kind}-${id}`}
      {...props}
      newest={{ data, dataUpdatedAt, isError }}
      beside={beside.data}
    />
  );
}

function Thread(
  props: ConversationRef & {
    newest: NewestMessages<ConversationMessage>;
    beside: Conversation;
  },
) {
  const { kind, id, beside } = props;
  const { recipients } = beside;
  const { client } = useRouter().options.context;
  const mayWrite = useCan()(kind === 'proposal' ? 'proposals.write' : 'leads.write');
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<string>();
  const to = recipients.find(({ email }) => email === chosen) ?? recipients[0];
  const [inserted, setInserted] = useState<{ text: string }>();

  const [source] = useState(() => leadSource(client, { kind, id }, refresh));

  return (
    <section aria-labelledby="conversation-title">
      <ThreadPanel<ConversationMessage>
        source={source}
        newest={props.newest}
        beside={beside}
        title={
          <Title order={3} id="conversation-title">
            Conversation
          </Title>
        }
        listLabel="Conversation"
        label="Your message"
        placeholder={to ? `Email ${to.email}…` : 'Only visible to admins.'}
        internalPlaceholder="Only visible to admins. No email is sent."
        empty={
          <Text c="dimmed" fz="sm">
            No messages yet
          </Text>
        }
        markOf={markOf}
        isNote={isAutomatic}
        addressOf={({ address }) => address}
        footOf={(message) =>
          (message.mailId !== null || message.deliveryReason !== '') && (
            <MailFoot message={message} mayAccept={mayWrite} />
          )
        }
        about={kind}
        isFlat
        aboveForm={
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
              <Templates values={beside.values} onChosen={(text) => setInserted({ text })} />
            </Group>
            {!to && (
              <Text c="dimmed" fz="sm">
                No email address yet, so messages here stay internal.
              </Text>
            )}
          </>
        }
        inserted={inserted}
        choices={to ? choices : internalChoices}
        optionsOf={(options) => (to && !options.internal ? { ...options, to } : { internal: true })}
        mayWrite={mayWrite}
      />
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
