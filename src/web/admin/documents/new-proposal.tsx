import { Button, Menu } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import type { ApiInputs } from '~/web/lib/trpc';
import { IconChevronDown, IconFileText } from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';

type ProposalStart = ApiInputs['admin']['proposals']['create'];

/** Returns the mutation that creates a proposal and opens it. */
export function useNewProposal() {
  const { api } = useRouter().options.context;
  const { change } = useAdminSearch();
  return useMutation(
    api.admin.proposals.create.mutationOptions(
      outcome({
        done: ({ number }) => success(`Draft ${number} created`),
        onDone: ({ id }) =>
          void change({
            section: 'proposals',
            open: id,
            status: undefined,
            search: undefined,
            sort: undefined,
            page: undefined,
          }),
        failed: 'Failed to create the proposal',
      }),
    ),
  );
}

/** Button that creates a proposal for a lead or a client, with one click, or with two from a template. */
export function NewProposal(props: {
  from: ProposalStart;
  label?: string;
  variant?: 'filled' | 'default';
}) {
  const { from, label = 'Create proposal', variant = 'default' } = props;
  const { api } = useRouter().options.context;
  const may = useCan()('proposals.write');
  const create = useNewProposal();
  const templates = useQuery(
    api.admin.proposalTemplates.list.queryOptions(undefined, { enabled: may }),
  );
  if (!may) return null;
  return (
    <Button.Group>
      <Button
        variant={variant}
        loading={create.isPending}
        leftSection={<IconFileText size={18} aria-hidden />}
        onClick={() => create.mutate(from)}
      >
        {label}
      </Button>
      {templates.data && templates.data.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant={variant}
              px="xs"
              disabled={create.isPending}
              aria-label="Create a proposal from a template"
            >
              <IconChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>From a template</Menu.Label>
            {templates.data.map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => create.mutate({ ...from, templateId: id })}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}
