import { Button, Group, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { CompanySuggestion } from '~/contract/companies/companies-schema';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Notice } from '~/web/admin/ui/notice';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';

/** Suggests combining clients with the same business name and address into one company. */
export function CompanySuggestions() {
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.admin.companies.suggestions.queryOptions());
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="xs" mb="lg">
      {data.slice(0, 3).map((one) => (
        <Suggestion key={`${one.name} ${one.address}`} suggestion={one} />
      ))}
    </Stack>
  );
}

function Suggestion({ suggestion }: { suggestion: CompanySuggestion }) {
  const { api } = useRouter().options.context;
  const { openRecord } = useAdminSearch();
  const { name, clients, companies } = suggestion;
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const create = useMutation(api.admin.companies.create.mutationOptions());
  const add = useMutation(api.admin.companies.addMember.mutationOptions());
  const [known] = companies;
  const group = async () => {
    setBusy(true);
    try {
      const id = known?.id ?? (await create.mutateAsync({ name: name.trim() })).id;
      for (const { clientId } of clients) {
        await add.mutateAsync({ id, clientId, rights: ['requests', 'invoices'] });
      }
      notifyDone(
        `${clients.length} ${clients.length === 1 ? 'person' : 'people'} added to ${name.trim()}`,
      );
      void openRecord(id);
    } catch (error) {
      notifyFailed(error, 'Failed to combine them');
    } finally {
      setBusy(false);
      void refresh();
    }
  };
  const people = clients.map((client) => client.name || client.email).join(', ');
  return (
    <Notice tone="info">
      <Group justify="space-between" gap="sm">
        <Text fz="sm">
          {clients.length > 0
            ? `${people} ${clients.length === 1 ? 'uses' : 'use'} ${name.trim()} at the same address on invoices.`
            : `${companies.map((one) => one.name).join(' and ')} have the same address.`}
        </Text>
        {clients.length > 0 ? (
          <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void group()}>
            {known ? `Add to ${known.name}` : 'Create company'}
          </Button>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => known && void openRecord(known.id)}
          >
            Compare
          </Button>
        )}
      </Group>
    </Notice>
  );
}
