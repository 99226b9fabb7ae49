import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { CompanyDetail } from '~/contract/companies/companies-schema';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Dialog } from '~/web/admin/ui/dialog';
import { success } from '~/web/admin/ui/notices';
import { keepPreviousData, useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const searchAfterMs = 200;
const foundMax = 20;

/** Puts everything of one company into another one. It cannot be taken back, so it says what moves. */
export function MergeModal({ company, onClose }: { company: CompanyDetail; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { openRecord } = useAdminSearch();
  const [into, setInto] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchAfterMs);
  const page = useQuery(
    api.admin.companies.page.queryOptions(
      { search, pageSize: foundMax, sort: 'name' },
      { placeholderData: keepPreviousData },
    ),
  );
  const others = (page.data?.rows ?? []).filter(({ id }) => id !== company.id);
  const merge = useMutation(
    api.admin.companies.merge.mutationOptions(
      outcome({
        done: ({ name }) => success(`${company.name} merged into ${name}`),
        onDone: ({ id }) => {
          onClose();
          void openRecord(id);
        },
        failed: 'Failed to merge the companies',
        refresh: () =>
          Promise.all([
            api.admin.companies.page.invalidate(),
            api.admin.companies.suggestions.invalidate(),
            api.admin.users.invalidate(),
          ]),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (into && !merge.isPending) merge.mutate({ id: company.id, into: Number(into) });
  };
  return (
    <Dialog onClose={onClose} title={`Merge ${company.name}`} centered>
      <form onSubmit={submit} noValidate aria-label={`Merge ${company.name}`}>
        <Stack gap="md">
          <Text fz="sm">
            Its people, requests, proposals and invoices move to the other company, which keeps its
            name and billing data. Notes are combined. This can’t be undone.
          </Text>
          <Select
            label="Into"
            placeholder="Choose a company"
            required
            searchable
            data={others.map((one) => ({ value: String(one.id), label: one.name }))}
            value={into}
            searchValue={typed}
            onSearchChange={setTyped}
            onChange={setInto}
            filter={({ options }) => options}
            nothingFoundMessage="No company found"
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={merge.isPending} disabled={!into}>
              Merge
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
