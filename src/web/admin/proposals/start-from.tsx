import { Button, Loader, NavLink, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { useNewProposal } from '~/web/admin/documents/new-proposal';
import { untilItComes } from '~/web/admin/table/use-list-request';
import { Dialog } from '~/web/admin/ui/dialog';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { useQuery } from '~/web/lib/queries';
import { IconCopy } from '~/web/ui/icons';
import { starters } from './starters';
import { TemplateList } from './template-list';
import { useProposalActions } from './use-proposal-actions';

const shownMax = 8;

/** Menu that creates a draft with the content of a template or of an earlier proposal. */
export function StartFrom() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Start from…
      </Button>
      {isOpen && <Earlier onClose={() => setOpen(false)} />}
    </>
  );
}

function Earlier({ onClose }: { onClose(): void }) {
  const { api } = useRouter().options.context;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const { data, error, refetch } = useQuery(
    api.admin.proposals.page.queryOptions({ search, pageSize: shownMax }, untilItComes),
  );
  const templates = useQuery(api.admin.proposalTemplates.list.queryOptions());
  const { duplicate } = useProposalActions();
  const create = useNewProposal();
  return (
    <Dialog onClose={onClose} title="Start from a template or an earlier proposal">
      <Stack gap="sm">
        <Title order={3}>Templates</Title>
        {templates.error && <FailedQuery error={templates.error} onRetry={templates.refetch} />}
        {templates.data?.length === 0 && (
          <div>
            <Text c="dimmed" fz="sm" mb={4}>
              No templates yet. To save a proposal as a template, use its More menu. Or start with
              one of these:
            </Text>
            {starters.map(({ name, about, fields }) => (
              <NavLink
                key={name}
                component="button"
                label={name}
                description={about}
                disabled={create.isPending}
                onClick={() => create.mutate(fields)}
              />
            ))}
          </div>
        )}
        {templates.data && templates.data.length > 0 && (
          <div>
            <TemplateList templates={templates.data} />
          </div>
        )}
        <Title order={3} mt="xs">
          Earlier proposals
        </Title>
        <TextInput
          label="Search proposals"
          data-autofocus
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error && <FailedQuery error={error} onRetry={refetch} />}
        {!data && !error && <Loader size="sm" />}
        {data?.rows.length === 0 && (
          <Text c="dimmed" fz="sm">
            No proposals found
          </Text>
        )}
        <div>
          {data?.rows.map((one) => (
            <NavLink
              key={one.id}
              component="button"
              label={one.title || 'Untitled'}
              description={[one.number, one.client_name].filter(Boolean).join(', ')}
              disabled={duplicate.isPending}
              onClick={() => duplicate.mutate({ id: one.id })}
            />
          ))}
        </div>
      </Stack>
    </Dialog>
  );
}
