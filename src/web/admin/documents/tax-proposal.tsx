import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { formatAmount, formatCents } from '~/contract/common/currencies';
import type { TaxSum, Totals, TotalsInCents } from '~/contract/documents/money';
import { proposeTax, type TaxProposal } from '~/contract/documents/tax';
import { type TaxCategory, taxCategoryNames } from '~/contract/documents/tax-categories';
import { taxLabel } from '~/contract/documents/tax-words';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';
import { keepPreviousData, useQuery } from '~/web/lib/queries';
import type { ClientDraft } from './client-draft';
import { type ItemDraft, isBlankItem, shownCategory } from './item-drafts';
import { standardRateOf } from './tax-setup';

/**
 * Returns the proposed tax for the seller and the entered client. The VAT number is checked after a
 * delay.
 */
export function useTaxProposal(defaults: ItemDefaults, client: ClientDraft) {
  const { api } = useRouter().options.context;
  const { country, company, isBusiness } = client;
  const [vatNumber] = useDebouncedValue(client.vatNumber.trim(), 500);
  const buyer = { country, company, isBusiness, vatNumber };
  const { data: check } = useQuery(
    api.admin.invoices.vatCheck.queryOptions(
      { country, vatNumber },
      { enabled: vatNumber.length > 3, staleTime: 60_000 },
    ),
  );
  return proposeTax(
    defaults.seller,
    { ...buyer, vatNumber: client.vatNumber },
    check?.number ? check.status : undefined,
  );
}

const isOf = (item: ItemDraft, { taxCategory, taxRate }: TaxProposal): boolean =>
  shownCategory(item) === taxCategory && Number(item.taxRate.replace(',', '.')) === Number(taxRate);

const withTax = (item: ItemDraft, { taxCategory, taxRate }: TaxProposal): ItemDraft => ({
  ...item,
  taxCategory,
  taxRate,
});

/** Applies the rules of `followTax` to items that are being edited. */
function followProposal(items: readonly ItemDraft[], former: TaxProposal, now: TaxProposal) {
  const follows = (item: ItemDraft) =>
    former.taxCategory === now.taxCategory
      ? isOf(item, former)
      : shownCategory(item) === former.taxCategory;
  return items.map((item) => (follows(item) ? withTax(item, now) : item));
}

/** Returns a function that updates the tax of restored items to match the client's current data. */
export const taxAdapter =
  ({ seller }: ItemDefaults) =>
  <Draft extends { client: ClientDraft; items: readonly ItemDraft[] }>(
    restored: Draft,
    typed: Draft,
  ): Draft => ({
    ...restored,
    items: followProposal(
      restored.items,
      proposeTax(seller, typed.client),
      proposeTax(seller, restored.client),
    ),
  });

/**
 * Returns the proposed tax for the client of a proposal, based on the client's record; undefined
 * until it is loaded.
 */
export function useProposalTax(
  id: number,
  client: { name: string; email: string; company: string; country: string },
): TaxProposal | undefined {
  const { api } = useRouter().options.context;
  const entered = [client.email.trim(), client.company.trim(), client.country].join('\n');
  const [addressed] = useDebouncedValue(entered, 500);
  const [email = '', company = '', country = ''] = addressed.split('\n');
  const { data } = useQuery(
    api.admin.proposals.tax.queryOptions(
      { id, client: { name: '', email: email.includes('@') ? email : '', company, country } },
      { placeholderData: keepPreviousData, retry: false },
    ),
  );
  return data;
}

/** Formats a tax and its reason. */
const taxInWords = ({ taxCategory, taxRate, why }: TaxProposal): string => {
  const name = taxCategoryNames[taxCategory];
  return `${taxCategory === 'S' ? `${name}, ${taxRate}%` : name}: ${why}`;
};

interface ShownTax {
  category: TaxCategory;
  rate: string;
  /** Formatted taxable amount, such as €120.00. */
  base: string;
}

/**
 * Describes the taxes in a document's total, without a period at the end. If a different tax is
 * proposed for the client, names it as well.
 */
export function taxesInWords(
  taxes: readonly ShownTax[],
  sellerCountry: string,
  fitting?: TaxProposal,
): { text: string; isOther: boolean } {
  const labels = taxes.map((tax) => taxLabel(tax, tax.base, sellerCountry)).filter(Boolean);
  const shown = labels.join('; ') || 'No tax';
  if (!fitting) return { text: shown, isOther: false };
  const isOther = taxes.some(({ category }) => category !== fitting.taxCategory);
  return {
    text: isOther
      ? `${shown}. Another tax fits this client. ${taxInWords(fitting)}`
      : `${shown}: ${fitting.why}`,
    isOther,
  };
}

/** Returns whether the total or tax of a saved document differs from that of its form. */
export function isOtherTotal(
  saved: { total: string; totals: Totals; currency: string },
  { totalCents, taxes }: TotalsInCents,
): boolean {
  const kinds = (sums: readonly { category: TaxCategory; rate: string }[]) =>
    sums.map(({ category, rate }) => `${category} ${Number(rate)}`).join();
  const isSameSum =
    formatAmount(saved.total, saved.currency) === formatCents(totalCents, saved.currency);
  return !isSameSum || kinds(saved.totals.taxes) !== kinds(taxes);
}

/** Returns the tax totals of a form for `taxesInWords`. */
export const shownTaxes = (sums: readonly TaxSum[], currency: string): ShownTax[] =>
  sums.map(({ category, rate, baseCents }) => ({
    category,
    rate,
    base: formatCents(baseCents, currency),
  }));

/**
 * Shows which tax is proposed for the client, and why. When the proposal changes, items with the
 * previous proposal get the new one. All other items keep the tax that an admin chose.
 */
export function TaxProposalNote(props: {
  defaults: ItemDefaults;
  proposal: TaxProposal;
  items: readonly ItemDraft[];
  onChange(change: (before: readonly ItemDraft[]) => readonly ItemDraft[]): void;
}) {
  const { defaults, proposal, items, onChange } = props;
  const { taxCategory, taxRate } = proposal;
  const before = useRef(proposal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another proposal changes items
  useEffect(() => {
    const former = before.current;
    before.current = proposal;
    if (former.taxCategory === taxCategory && former.taxRate === taxRate) return;
    onChange((all) => followProposal(all, former, proposal));
  }, [taxCategory, taxRate]);
  if (standardRateOf(defaults) === undefined && defaults.seller.scheme === 'regular') return null;
  const differs = items.some((item) => !isBlankItem(item) && !isOf(item, proposal));
  const name = taxCategoryNames[taxCategory];
  return (
    <Group gap="sm" justify="space-between">
      <Text fz="sm" role="status">
        <strong>{taxCategory === 'S' ? `${name}, ${taxRate}%` : name}</strong>: {proposal.why}.
      </Text>
      {differs && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange((all) => all.map((item) => withTax(item, proposal)))}
        >
          Apply to all items
        </Button>
      )}
    </Group>
  );
}
