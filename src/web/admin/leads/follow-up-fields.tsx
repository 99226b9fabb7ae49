import { Button, Group, SimpleGrid, TagsInput, TextInput, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import type { RecordRef } from '~/contract/conversations/records';
import { nextStepMax, tagMax, tagsMax } from '~/contract/inbox/inbox';
import type { InboxItem } from '~/contract/inbox/inbox-schema';
import { useToday } from '~/web/admin/form/today';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { useInboxActions } from './use-inbox-actions';

/** Fields for the follow-up of a record: next step, tags, snooze and done. */
export function FollowUpFields({ kind, id }: RecordRef) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.inbox.get.queryOptions({ kind, id }));
  const mayChange = useCan()(kind === 'request' ? 'requests.write' : 'leads.write');
  if (query.error) return <FailedQuery error={query.error} onRetry={query.refetch} />;
  // Reserves the space of the fields, so that content below does not move.
  if (!query.data) return <div className="follow-up-place" />;
  return mayChange ? <Fields item={query.data} /> : <FollowUpFacts item={query.data} />;
}

/** Shows a follow-up without fields. Renders nothing if there is no follow-up. */
function FollowUpFacts({
  item: { nextStep, nextStepOn, tags, snoozedUntil },
}: {
  item: InboxItem;
}) {
  if (!nextStep && !nextStepOn && tags.length === 0 && !snoozedUntil) return null;
  return (
    <section aria-label="Follow-up">
      <Title order={3} mb={4}>
        Follow-up
      </Title>
      <Facts
        facts={[
          ['Task', nextStep],
          ['On', nextStepOn && <When key="on" at={nextStepOn} isDate />],
          ['Tags', tags.join(', ')],
          ['Snoozed until', snoozedUntil && <When key="until" at={snoozedUntil} isDate />],
        ]}
      />
    </section>
  );
}

function Fields({ item }: { item: InboxItem }) {
  const today = useToday();
  const { api } = useRouter().options.context;
  const actions = useInboxActions();
  const tags = useQuery(api.admin.inbox.tags.queryOptions());
  const isSnoozed = item.snoozedUntil !== null && item.snoozedUntil > today;
  return (
    <section aria-label="Follow-up">
      <Title order={3} mb={4}>
        Follow-up
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
        <SavedText
          label="Task"
          placeholder="For example: Call on Friday"
          saved={item.nextStep}
          maxLength={nextStepMax}
          onSave={(nextStep) => actions.changeFollowUp(item, { nextStep }, 'Follow-up saved')}
        />
        <SavedText
          type="date"
          label="Due"
          saved={item.nextStepOn ?? ''}
          onSave={(day) =>
            actions.changeFollowUp(item, { nextStepOn: day || null }, 'Follow-up saved')
          }
        />
        <TagsInput
          label="Tags"
          placeholder={item.tags.length === 0 ? 'Type a tag, press Enter' : ''}
          value={item.tags}
          data={tags.data ?? []}
          maxTags={tagsMax}
          clearable={false}
          maxLength={tagMax}
          onChange={(next) =>
            void actions.changeFollowUp(
              item,
              {
                tags: next.map((tag) => tag.trim().slice(0, tagMax).toLowerCase()).filter(Boolean),
              },
              'Tags saved',
            )
          }
        />
        <SavedText
          type="date"
          label="Snooze until"
          saved={isSnoozed ? (item.snoozedUntil ?? '') : ''}
          disabled={item.doneAt !== null}
          onSave={(day) =>
            actions.changeFollowUp(
              item,
              { snoozedUntil: day || null },
              day ? 'Snoozed' : 'Unsnoozed',
            )
          }
        />
      </SimpleGrid>
      <Group gap="xs" mt="sm">
        {item.waitingSince !== null && item.doneAt === null && (
          <Button variant="default" size="xs" onClick={() => void actions.noteAnswer(item)}>
            Mark as answered
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => void actions.toggleDone(item)}>
          {item.doneAt === null ? 'Done' : 'Reopen'}
        </Button>
      </Group>
    </section>
  );
}

/** Field for a text or a date that is saved on blur or Enter. Invalid input is kept, so that it can be corrected. */
function SavedText(props: {
  label: string;
  type?: 'text' | 'date';
  placeholder?: string;
  saved: string;
  maxLength?: number;
  disabled?: boolean;
  onSave(value: string): Promise<boolean>;
}) {
  const { saved, onSave, ...input } = props;
  const [typed, setTyped] = useState<string>();
  const isSending = useRef(false);
  const save = async () => {
    // Enter is followed by the blur of the same field, which must not save again.
    if (typed === undefined || isSending.current) return;
    const value = typed.trim();
    isSending.current = true;
    const isSaved = value === saved || (await onSave(value));
    isSending.current = false;
    if (isSaved) setTyped((now) => (now === typed ? undefined : now));
  };
  return (
    <TextInput
      {...input}
      value={typed ?? saved}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && void save()}
    />
  );
}
