import { Group, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';

import { totalsOf } from '~/contract/documents/money';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';
import { Advanced } from '~/web/admin/form/advanced';
import { EInvoiceFields, hasEInvoiceError, isForEInvoices } from '~/web/admin/form/billing-fields';
import type { FieldErrors } from '~/web/lib/form-errors';
import type { SelectedClient } from './client-draft';
import { ClientFields } from './client-fields';
import { CurrencyAndDiscount } from './currency-and-discount';
import { type DiscountDraft, discountOf } from './discount-draft';
import { DocumentTotals } from './document-totals';
import { billedItems, type ItemDraft } from './item-drafts';
import { ItemsField } from './items-field';
import { TaxProposalNote, useTaxProposal } from './tax-proposal';
import { standardRateOf } from './tax-setup';

interface BilledDraft extends DiscountDraft, SelectedClient {
  currency: string;
  items: readonly ItemDraft[];
}

interface BilledForm {
  draft: BilledDraft;
  errors: FieldErrors;
  errorOf(path: string): string | undefined;
  set<Key extends keyof BilledDraft>(key: Key, value: BilledDraft[Key]): void;
}

/**
 * Returns the parts that the forms of invoices and recurring invoices share: client, items with the
 * tax for the client, currency, discount and totals.
 *
 * @param usesLatestBilling true if each invoice uses the account's billing data at that time, so
 * that the form does not edit it
 * @param openedId client of the opened document, whose unchanged data the server reads from the
 * record
 * @param isUsed true to show the fields under Advanced initially
 */
export function useBilledForm(
  form: BilledForm,
  defaults: ItemDefaults,
  {
    usesLatestBilling = false,
    isUsed = false,
    openedId,
  }: { usesLatestBilling?: boolean; isUsed?: boolean; openedId?: string | null | undefined } = {},
) {
  const { draft, errors, set } = form;
  const { client, currency } = draft;
  const isEdited = !usesLatestBilling || draft.clientId === '';
  const [isAdvanced, setAdvanced] = useState(isUsed || (isEdited && isForEInvoices(client)));
  const proposal = useTaxProposal(defaults, client);
  const { taxCategory, taxRate } = proposal;
  const discount = discountOf(draft, currency);
  const given = billedItems(draft.items, currency);
  const items = useRef(draft.items);
  items.current = draft.items;
  const changeItems = (change: (before: readonly ItemDraft[]) => readonly ItemDraft[]) => {
    items.current = change(items.current);
    set('items', items.current);
  };
  const clientErrorOf = (path: string) => form.errorOf(`client.${path}`);
  const { country } = defaults.seller;
  return {
    proposal,
    /** Proposed tax, saved with the items. */
    proposedTax: { taxCategory, taxRate },
    given,
    totals: totalsOf({ items: given, discount }, currency),
    fields: (itemsError?: string) => (
      <>
        <ClientFields form={form} usesLatestBilling={usesLatestBilling} openedId={openedId} />
        <TaxProposalNote
          defaults={defaults}
          proposal={proposal}
          items={draft.items}
          onChange={changeItems}
        />
        <ItemsField
          items={draft.items}
          currency={currency}
          defaultTax={proposal}
          categoriesAt={standardRateOf(defaults)}
          sellerCountry={country}
          isSimple={!isAdvanced}
          errors={itemsError ? { ...errors, items: itemsError } : errors}
          discount={discount}
          onChange={changeItems}
        />
        <Group align="flex-start" gap="sm">
          <CurrencyAndDiscount draft={draft} errors={errors} set={set} />
        </Group>
      </>
    ),
    /**
     * Renders rarely used fields: `fields`, those of e-invoices, and units and categories of items.
     */
    advanced: (fields?: ReactNode, hasError = false) => (
      <Advanced
        isUsed={isAdvanced}
        hasError={hasError || hasEInvoiceError(clientErrorOf)}
        onToggle={setAdvanced}
      >
        {fields}
        {isEdited && (
          <EInvoiceFields
            value={client}
            errorOf={clientErrorOf}
            onChange={(billing) => set('client', { ...client, ...billing })}
          />
        )}
        <Text c="dimmed" fz="sm">
          Unit and tax category are shown with each item.
        </Text>
      </Advanced>
    ),
    summary: (
      <DocumentTotals
        items={given}
        currency={currency}
        discount={discount}
        sellerCountry={country}
      />
    ),
  };
}
