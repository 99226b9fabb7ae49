import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Buyer } from '~/contract/documents/documents-schema';
import { proposeTax, type TaxProposal } from '~/contract/documents/tax';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';
import { type SelectedClient, selectionOf } from './client-draft';

export interface BillingDefaults {
  defaults: ItemDefaults;
  /** Billing data of the preselected client, if there is one. */
  buyer?: Buyer & { clientId: string };
}

/** Loads the initial data of an invoice form: the agency's taxes and, for a preselected client, their billing data. */
export function WithBillingDefaults({
  isNew,
  children,
}: {
  isNew: boolean;
  children: (begun: BillingDefaults) => ReactNode;
}) {
  const { api } = useRouter().options.context;
  const { client: clientId } = useAdminSearch();
  const isFor = isNew && clientId !== undefined;
  const defaults = useQuery(api.admin.proposals.itemDefaults.queryOptions());
  const buyer = useQuery(
    api.admin.invoices.lastBuyer.queryOptions({ clientId: clientId ?? '' }, { enabled: isFor }),
  );
  return (
    <Loaded query={defaults}>
      {(data) =>
        isFor ? (
          <Loaded query={buyer}>
            {(lastBuyer) => children({ defaults: data, buyer: { ...lastBuyer, clientId } })}
          </Loaded>
        ) : (
          children({ defaults: data })
        )
      }
    </Loaded>
  );
}

/** Returns a new draft for a preselected client. */
export function draftFor<Draft extends SelectedClient>(
  emptyDraft: (proposal: TaxProposal) => Draft,
  { defaults, buyer }: BillingDefaults,
): Draft {
  const draft = emptyDraft(proposeTax(defaults.seller, buyer ?? {}));
  if (!buyer) return draft;
  const { clientId, ...client } = buyer;
  return { ...draft, ...selectionOf(clientId, client) };
}
