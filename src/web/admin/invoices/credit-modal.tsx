import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import { discountedItems } from '~/contract/documents/money';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { billedItems, type ItemDraft, toItemDrafts } from '~/web/admin/documents/item-drafts';
import { ItemsField } from '~/web/admin/documents/items-field';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';
import { reasonField } from './reason-field';

interface CreditDraft {
  extent: 'all' | 'open' | 'part';
  items: readonly ItemDraft[];
  reason: string;
}

/**
 * Dialog that credits an issued invoice: everything that is not credited yet, the balance due, or
 * selected items.
 */
export function CreditModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { invoices } = useRouter().options.context.api.admin;
  const { id, currency, paid, remaining } = invoice;
  const isEmailed = invoice.clientEmail !== '';
  const money = (amount: string) => formatAmount(amount, currency);
  const all = (Number(invoice.total) - Number(invoice.credited)).toFixed(decimalsOf(currency));
  const isPaidInPart = Number(paid) > 0 && Number(remaining) > 0;
  const [initial] = useState<CreditDraft>(() => ({
    extent: isPaidInPart ? 'open' : 'all',
    items: toItemDrafts(discountedItems(invoice, currency), currency),
    reason: '',
  }));
  return (
    <ActionDialog
      title={`Credit invoice ${invoice.number}`}
      size={({ extent }) => (extent === 'part' ? '56rem' : 'md')}
      submitLabel={({ extent }) =>
        extent === 'part'
          ? 'Issue credit note'
          : `Credit ${money(extent === 'open' ? remaining : all)}`
      }
      isReady={({ reason }) => reason.trim() !== ''}
      initial={initial}
      fields={({ draft, change, errors }) => [
        {
          kind: 'radio',
          name: 'extent',
          label: 'Amount to credit',
          options: [
            ...(isPaidInPart
              ? [{ value: 'open', label: `Outstanding balance, ${money(remaining)}` }]
              : []),
            {
              value: 'all',
              label: `Full uncredited amount, ${money(all)}`,
              description:
                Number(paid) > 0 &&
                `The client paid ${money(paid)} of it. Refund that amount and record the refund next to the payment.`,
            },
            { value: 'part', label: 'Selected items' },
          ],
        },
        draft.extent === 'part' && (
          <ItemsField
            key="items"
            items={draft.items}
            currency={currency}
            defaultTax={invoice.items[0] ?? { taxRate: '0' }}
            categoriesAt={
              invoice.items.find(({ taxCategory }) => taxCategory === 'S')?.taxRate ?? '0'
            }
            errors={errors}
            onChange={(next) => change((before) => ({ ...before, items: next(before.items) }))}
          />
        ),
        reasonField,
      ]}
      input={({ extent, items, reason }, key) => ({
        id,
        key,
        reason,
        ...(extent === 'part' && { items: billedItems(items, currency) }),
        ...(extent === 'open' && { amount: remaining }),
      })}
      mutation={invoices.credit.mutationOptions()}
      outcome={{
        done: ({ number }) =>
          success(`Credit note ${number} issued${isEmailed ? ' and emailed' : ''}`),
        failed: 'Failed to credit the invoice',
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        We issue {isEmailed && 'and email '}a credit note in the same number series. This can’t be
        undone.
      </Text>
    </ActionDialog>
  );
}
