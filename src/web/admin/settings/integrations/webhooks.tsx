import { Button, Card, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { eventTypes } from '~/contract/webhooks/events';
import type { Webhook } from '~/contract/webhooks/webhooks-schema';
import { ConfirmButton } from '~/web/admin/ui/confirm-button';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';
import { CardList } from './card-list';
import { ShownOnceDialog } from './shown-once-dialog';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookModal } from './webhook-modal';

/** Card with webhooks, which are URLs of other programs that receive events. */
export function Webhooks() {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.webhooks.list.queryOptions());
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [secret, setSecret] = useState<string>();
  const [opened, setOpened] = useState<Webhook>();
  return (
    <>
      <CardList
        title="Webhooks"
        hint="Send events to other programs, Slack or Mattermost."
        query={query}
        emptyText="No webhooks yet"
        addLabel="Add webhook"
        onAdd={() => setEdited('new')}
      >
        {(webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setEdited(webhook)}
            onOpen={() => setOpened(webhook)}
            onSecret={setSecret}
          />
        )}
      </CardList>
      {edited && (
        <WebhookModal
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSecret={setSecret}
        />
      )}
      {secret && (
        <ShownOnceDialog
          title="Webhook secret"
          text="Copy the secret now. It is not shown again. The receiving program verifies deliveries with it."
          label="Secret"
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {opened && <WebhookDeliveries webhook={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function WebhookCard(props: {
  webhook: Webhook;
  onEdit(): void;
  onOpen(): void;
  onSecret(secret: string): void;
}) {
  const { onEdit, onOpen, onSecret, webhook } = props;
  const { id, createdAt, disabledAt, enabled, events, kind, previousSecretUntil, url } = webhook;
  const { api } = useRouter().options.context;
  const remove = useMutation(
    api.admin.webhooks.remove.mutationOptions(
      outcome({
        done: success('Webhook deleted'),
        failed: 'Failed to delete the webhook',
      }),
    ),
  );
  const rotate = useMutation(
    api.admin.webhooks.rotateSecret.mutationOptions(
      outcome({
        done: success('Secret rotated'),
        onDone: ({ secret }) => onSecret(secret),
        failed: 'Failed to rotate the secret',
      }),
    ),
  );
  const test = useMutation(
    api.admin.webhooks.test.mutationOptions(
      outcome({
        done: ({ answer, code, status }) =>
          status === 'delivered'
            ? success(`Test delivered: HTTP ${code}`)
            : {
                variant: 'destructive',
                title: 'Test failed',
                description: code ? `HTTP ${code} ${answer}` : answer,
              },
        failed: 'Failed to send the test',
      }),
    ),
  );
  const all = events.includes('*');
  return (
    <Card withBorder component="section" aria-label={url}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Group gap="xs">
          <Text fw={600} className="as-written">
            {url}
          </Text>
          {!enabled && <StatusBadge status="disabled" />}
        </Group>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={`Edit ${url}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="xs" variant="default" aria-label={`Deliveries to ${url}`} onClick={onOpen}>
            Deliveries
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Send test to ${url}`}
            loading={test.isPending}
            onClick={() => test.mutate({ id })}
          >
            Send test
          </Button>
          <ConfirmButton
            label="Rotate secret"
            name={`Rotate secret of ${url}`}
            confirm="Create new secret"
            note="The previous secret also signs for one more day."
            isPending={rotate.isPending}
            onConfirm={() => rotate.mutate({ id })}
          />
          <ConfirmButton
            label="Delete"
            name={`Delete ${url}`}
            confirm="Delete webhook"
            note="Its deliveries are deleted as well. This can't be undone."
            isPending={remove.isPending}
            onConfirm={() => remove.mutate({ id })}
          />
        </Group>
      </Group>
      <Facts
        facts={[
          [
            'Events',
            all ? 'All events' : `${events.length} of ${eventTypes.length}: ${events.join(', ')}`,
          ],
          ['Format', kind === 'slack' ? 'Slack or Mattermost' : 'Standard Webhooks'],
          [
            'Disabled',
            disabledAt && (
              <span key="disabled">
                <When at={disabledAt} />, after all retries failed
              </span>
            ),
          ],
          [
            'Previous secret',
            previousSecretUntil && (
              <span key="previous">
                Valid until <When at={previousSecretUntil} />
              </span>
            ),
          ],
          ['Created', <When key="created" at={createdAt} />],
        ]}
      />
    </Card>
  );
}
