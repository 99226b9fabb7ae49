import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { ProposedChange } from '~/contract/proposed-changes/proposed-changes-schema';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { ChangedText } from './changed-text';
import { fieldInWords } from './field-words';

/** Lists changes that agents proposed and a person must confirm. Renders nothing if there are none. */
export function ProposedChanges() {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.proposedChanges.list.queryOptions());
  return (
    <Loaded query={query}>
      {(changes) =>
        changes.length > 0 && (
          <>
            <Title order={2}>Changes to confirm</Title>
            {changes.map((change) => (
              <ChangeCard key={change.id} change={change} />
            ))}
          </>
        )
      }
    </Loaded>
  );
}

function ChangeCard({ change }: { change: ProposedChange }) {
  const { api } = useRouter().options.context;
  const confirm = useMutation(
    api.admin.proposedChanges.confirm.mutationOptions(
      outcome({
        done: success('Change applied'),
        failed: 'Failed to apply the change',
        // Refetches everything, because the confirmed change can affect any record.
      }),
    ),
  );
  const reject = useMutation(
    api.admin.proposedChanges.reject.mutationOptions(
      outcome({
        done: success('Change rejected'),
        failed: 'Failed to reject the change',
      }),
    ),
  );
  const { id, about, changes, createdAt, description, expiresAt } = change;
  const { proposedBy, record, summary, version } = change;
  const isPending = confirm.isPending || reject.isPending;
  return (
    <Card withBorder component="section" aria-label={summary}>
      <Stack gap="sm">
        <div>
          <Title order={3} fz="md">
            {summary}
          </Title>
          {about && <Text className="as-written">{about}</Text>}
          {description && <Text fz="sm">{description}</Text>}
          <Text c="dimmed" fz="sm">
            Proposed by {proposedBy}, <When at={createdAt} /> · Expires <When at={expiresAt} />
          </Text>
        </div>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <Title order={4} fz="sm">
              {fieldInWords(field)}
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={4}>
              {[
                { label: 'Before', text: before, other: after },
                { label: 'After', text: after, other: before },
              ].map(({ label, ...texts }) => (
                <div key={label}>
                  <Text c="dimmed" fz="xs">
                    {label}
                  </Text>
                  <ChangedText {...texts} />
                </div>
              ))}
            </SimpleGrid>
          </div>
        ))}
        {record.length > 0 && (
          <details className="proposed-record" open={changes.length === 0}>
            <summary>The record as it is now</summary>
            <Facts
              facts={record.map(({ field, value }) => [
                fieldInWords(field),
                <ChangedText key={field} text={value} other={null} />,
              ])}
            />
          </details>
        )}
        <Group gap="xs">
          <Button
            loading={confirm.isPending}
            disabled={isPending}
            onClick={() => confirm.mutate({ id, version })}
          >
            Confirm
          </Button>
          <Button
            variant="default"
            loading={reject.isPending}
            disabled={isPending}
            onClick={() => reject.mutate({ id })}
          >
            Reject
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
