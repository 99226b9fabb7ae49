import { Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { Delivery, Webhook } from '~/contract/webhooks/webhooks-schema';
import { success } from '~/web/admin/ui/notices';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';

const shownMax = 50;

/** Dialog with the latest deliveries to a webhook. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { id } = webhook;
  const query = useQuery(
    api.admin.webhooks.deliveriesPage.queryOptions({ id, pageSize: shownMax }),
  );
  return (
    <RecordDrawer title="Deliveries" onClose={onClose}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text c="dimmed" fz="sm" className="as-written">
            {webhook.url}
          </Text>
          <Button
            size="xs"
            variant="default"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        </Group>
        <Loaded query={query}>
          {({ rows, total }) => (
            <>
              {rows.length === 0 && <Text c="dimmed">No deliveries in the last 30 days</Text>}
              {rows.map((delivery) => (
                <DeliveryCard key={delivery.id} webhook={webhook} delivery={delivery} />
              ))}
              {total > rows.length && (
                <Text c="dimmed" fz="sm">
                  The newest {rows.length} of {total}. The API lists all.
                </Text>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </RecordDrawer>
  );
}

function DeliveryCard({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { api } = useRouter().options.context;
  const resend = useMutation(
    api.admin.webhooks.resend.mutationOptions(
      outcome({
        done: success('Event resent'),
        failed: 'Failed to resend the event',
      }),
    ),
  );
  const { id, answer, attempts, code, createdAt, ms, nextAttemptAt, record, status, type } =
    delivery;
  const name = `${type} of ${record}`;
  return (
    <Card withBorder component="section" aria-label={name} padding="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Group gap="xs">
            <Text fw={600}>{type}</Text>
            <StatusBadge status={status} />
          </Group>
          <Text c="dimmed" fz="sm">
            {record} · <When at={createdAt} />
          </Text>
        </div>
        {status !== 'pending' && type !== 'webhook.test' && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Resend ${name}`}
            disabled={!webhook.enabled}
            loading={resend.isPending}
            onClick={() => resend.mutate({ id: webhook.id, deliveryId: id })}
          >
            Resend
          </Button>
        )}
      </Group>
      {attempts > 0 && (
        <Text fz="sm">
          {[
            code === null ? 'No answer' : `HTTP ${code}`,
            ms !== null && `${ms} ms`,
            attempts > 1 && `${attempts} attempts`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
      {nextAttemptAt && attempts > 0 && (
        <Text c="dimmed" fz="sm">
          Next attempt <When at={nextAttemptAt} />
        </Text>
      )}
      {answer && (
        <Code block mt={4}>
          {answer}
        </Code>
      )}
    </Card>
  );
}
