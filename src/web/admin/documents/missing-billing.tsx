import { useRouter } from '@tanstack/react-router';

import { missingBilling } from '~/contract/documents/billing-address';
import { useCan } from '~/web/admin/shell/use-can';
import { Notice } from '~/web/admin/ui/notice';
import { useQuery } from '~/web/lib/queries';

/** Notice about billing data that the next invoice would lack. */
export function MissingBilling(props: { billing: Parameters<typeof missingBilling>[1] }) {
  const { api } = useRouter().options.context;
  const mayRead = useCan()('proposals.read');
  const { data } = useQuery(
    api.admin.proposals.itemDefaults.queryOptions(undefined, { enabled: mayRead }),
  );
  const missing = data ? missingBilling(data.seller, props.billing, [data]) : [];
  if (missing.length === 0) return null;
  return (
    <Notice tone="wait" title="Missing for an invoice">
      {missing.map(({ message }) => `${message}. `)}
    </Notice>
  );
}
