import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { ApiKey } from '~/contract/identity/api-keys-schema';
import { ConfirmButton } from '~/web/admin/ui/confirm-button';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { IconPlus } from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';
import { NewKeyModal } from './new-key-modal';
import { permissionsInWords } from './permission-words';
import { ShownKeyModal } from './shown-key-modal';

/** Keys with which programs call the API. */
export function ApiKeys() {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.apiKeys.list.queryOptions({}));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ name: string; key: string }>();
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <>
      <Group justify="space-between">
        <div>
          <Title order={2}>API keys</Title>
          <Text c="dimmed" fz="sm">
            Programs sign in with a key. <a href="/api/docs">API documentation</a>
          </Text>
        </div>
        {query.data && query.data.length > 0 && addButton}
      </Group>
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Stack gap="sm" align="center" className="table-empty">
              <Text c="dimmed">No API keys yet</Text>
              {addButton}
            </Stack>
          ) : (
            keys.map((key) => <KeyCard key={key.id} apiKey={key} />)
          )
        }
      </Loaded>
      {isCreating && <NewKeyModal onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created && <ShownKeyModal created={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}

function KeyCard({ apiKey }: { apiKey: ApiKey }) {
  const { api } = useRouter().options.context;
  const revoke = useMutation(
    api.admin.apiKeys.revoke.mutationOptions(
      outcome({
        done: success('API key revoked'),
        failed: 'Failed to revoke the API key',
        refresh: () => api.admin.apiKeys.invalidate(),
      }),
    ),
  );
  const { id, name, start, status, permissions, createdBy, createdAt } = apiKey;
  const { expiresAt, lastUsedAt, lastUsedFrom } = apiKey;
  return (
    <Card withBorder component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Group gap="xs">
          <Text fw={600} className="as-written">
            {name}
          </Text>
          <Code>{start}…</Code>
          {status === 'expired' && <StatusBadge status={status} />}
        </Group>
        <ConfirmButton
          label="Revoke"
          name={`Revoke ${name}`}
          confirm="Revoke API key"
          note="Programs that use it stop working at once. This can't be undone."
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate({ id })}
        />
      </Group>
      <Facts
        facts={[
          ['Permissions', permissionsInWords(permissions)],
          [
            'Last used',
            lastUsedAt ? (
              <span key="used">
                <When at={lastUsedAt} /> from {lastUsedFrom}
              </span>
            ) : (
              'Never'
            ),
          ],
          ['Expires', expiresAt ? <When key="expires" at={expiresAt} /> : 'Never'],
          [
            'Created',
            <span key="created">
              <When at={createdAt} /> by {createdBy}
            </span>,
          ],
        ]}
      />
    </Card>
  );
}
