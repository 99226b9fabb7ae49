import { useRouter } from '@tanstack/react-router';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Returns the mutation that copies an invoice to a draft, and opens the draft. */
export function useDuplicate() {
  const { api } = useRouter().options.context;
  const { openRecord } = useAdminSearch();
  return useMutation(
    api.admin.invoices.duplicate.mutationOptions(
      outcome({
        done: success('Draft created'),
        onDone: ({ id }) => void openRecord(id),
        failed: 'Failed to duplicate the invoice',
      }),
    ),
  );
}
