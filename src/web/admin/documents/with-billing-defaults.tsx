import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Buyer } from '~/contract/documents/documents-schema';
import { proposeTax, type TaxProposal } from '~/contract/documents/tax';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';
import { type ClientDraft, clientOf } from './client-draft';

export interface BillingDefaults {
  defaults: ItemDefaults;
  /** Where a client was chosen before. */
  buyer?: Buyer & { clientId: string };
}

/** Loads what a form of an invoice begins with: the agency's taxes and, for a new one of a client who was chosen before, their billing data. */
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

/** A new draft, for the client who was chosen before. */
export function draftFor<Draft extends { clientId: string; client: ClientDraft }>(
  emptyDraft: (proposal: TaxProposal) => Draft,
  { defaults, buyer }: BillingDefaults,
): Draft {
  const draft = emptyDraft(proposeTax(defaults.seller, buyer ?? {}));
  if (!buyer) return draft;
  const { clientId, ...client } = buyer;
  return { ...draft, clientId, client: clientOf(client) };
}
