import { useRouter } from '@tanstack/react-router';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { deleted, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Actions of an admin for a whole proposal. */
export function useProposalActions(onChanged?: () => void) {
  const { api } = useRouter().options.context;
  const { openRecord, closeRecord } = useAdminSearch();
  const restore = useMutation(
    api.admin.proposals.restore.mutationOptions(
      outcome({
        done: ({ number }) => success(`${number} restored`),
        onDone: ({ id }) => void openRecord(id),
        failed: 'Failed to restore the draft',
      }),
    ),
  );
  return {
    restore,
    duplicate: useMutation(
      api.admin.proposals.duplicate.mutationOptions(
        outcome({
          done: ({ number }) => success(`Duplicated as draft ${number}`),
          onDone: ({ id }) => void openRecord(id),
          failed: 'Failed to duplicate the proposal',
        }),
      ),
    ),
    withdraw: useMutation(
      api.admin.proposals.withdraw.mutationOptions(
        outcome({
          done: ({ number }) => success(`${number} withdrawn`),
          failed: 'Failed to withdraw the proposal',
          ...(onChanged && { onDone: onChanged }),
        }),
      ),
    ),
    revokeLink: useMutation(
      api.admin.proposals.revokeLink.mutationOptions(
        outcome({
          done: success('Links revoked'),
          failed: 'Failed to revoke the link',
        }),
      ),
    ),
    remove: useMutation(
      api.admin.proposals.remove.mutationOptions(
        outcome({
          done: ({ id }) => deleted('Draft deleted', () => restore.mutate({ id })),
          onDone: () => void closeRecord(),
          failed: 'Failed to delete the draft',
        }),
      ),
    ),
  };
}
