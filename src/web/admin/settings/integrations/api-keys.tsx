import { Card, Code, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { ApiKey } from '~/contract/identity/api-keys-schema';
import { ConfirmButton } from '~/web/admin/ui/confirm-button';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';
import { CardList } from './card-list';
import { NewKeyModal } from './new-key-modal';
import { permissionsInWords } from './permission-words';
import { ShownOnceDialog } from './shown-once-dialog';

/** Card with the API keys of programs. */
export function ApiKeys() {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.apiKeys.list.queryOptions());
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ name: string; key: string }>();
  return (
    <>
      <CardList
        title="API keys"
        hint={
          <>
            Programs sign in with a key. <a href="/api/docs">API documentation</a>
          </>
        }
        query={query}
        emptyText="No API keys yet"
        addLabel="Create API key"
        onAdd={() => setCreating(true)}
      >
        {(key) => <KeyCard key={key.id} apiKey={key} />}
      </CardList>
      {isCreating && <NewKeyModal onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created && (
        <ShownOnceDialog
          title={`API key ${created.name}`}
          text="Copy the key now. It is not shown again."
          label="API key"
          value={created.key}
          onClose={() => setCreated(undefined)}
        />
      )}
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
          note="Programs that use it stop working immediately. This can't be undone."
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
