import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { ApiInputs } from '~/web/lib/trpc';
import { IconFileText } from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';

type NewProposal = ApiInputs['admin']['proposals']['create'];

/** Makes a proposal, and opens it. */
export function useNewProposal() {
  const { api } = useRouter().options.context;
  const { change } = useAdminSearch();
  return useMutation(
    api.admin.proposals.create.mutationOptions(
      outcome({
        done: ({ number }) => success(`The draft ${number} is ready`),
        onDone: ({ id }) =>
          void change({
            section: 'proposals',
            open: id,
            status: undefined,
            search: undefined,
            sort: undefined,
            page: undefined,
          }),
        failed: 'Failed to make the proposal',
        refresh: () => api.admin.proposals.invalidate(),
      }),
    ),
  );
}

/** A proposal for a lead or a client, in one action. */
export function NewProposal({ from }: { from: NewProposal }) {
  const may = useCan()('proposals.write');
  const create = useNewProposal();
  if (!may) return null;
  return (
    <Button
      variant="default"
      loading={create.isPending}
      leftSection={<IconFileText size={18} aria-hidden />}
      onClick={() => create.mutate(from)}
    >
      Make a proposal
    </Button>
  );
}
