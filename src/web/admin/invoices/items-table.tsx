import { Space, Table, Text, Title } from '@mantine/core';

import { formatAmount, formatUnitPrice } from '~/contract/common/currencies';
import { discountLabel } from '~/contract/documents/discount-label';
import { itemTaxInWords, itemTaxLabel, taxLabel } from '~/contract/documents/tax-words';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { type TotalsLine, TotalsList } from '~/web/admin/documents/totals-list';

/** Items of an invoice or a credit note, with their totals. */
export function ItemsTable(props: {
  document: Pick<AdminInvoice, 'items' | 'totals' | 'total' | 'currency'> &
    Partial<Pick<AdminInvoice, 'discount'>>;
  /** Country of the seller, which determines the name of the tax. */
  country: string;
  /** Lines below the total. */
  children?: readonly TotalsLine[];
}) {
  const {
    document: { items, totals, total, currency, discount },
    country,
    children = [],
  } = props;
  const money = (decimal: string) => formatAmount(decimal, currency);
  return (
    <section aria-labelledby="items-title">
      <Title order={2} id="items-title" mb="sm">
        Items
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Description</Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              Quantity
            </Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              Unit price
            </Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              Tax
            </Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item, index) => {
            const quantity = `${item.quantity} ${item.unit ?? ''}`.trim();
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: items never change their position
              <Table.Tr key={index}>
                <Table.Td>
                  {item.description}
                  {item.detail && (
                    <Text c="dimmed" fz="sm" className="as-written">
                      {item.detail}
                    </Text>
                  )}
                  <Text c="dimmed" fz="sm" hiddenFrom="xs">
                    {quantity} at {formatUnitPrice(item.unitPrice, currency)},{' '}
                    {itemTaxInWords(item, country)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {quantity}
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {formatUnitPrice(item.unitPrice, currency)}
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {itemTaxLabel(item, country)}
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {money(item.amount)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Space h="sm" />
      <TotalsList
        lines={[
          { label: 'Subtotal', amount: money(totals.subtotal) },
          ...(Number(totals.discountTotal) > 0
            ? [{ label: discountLabel(discount), amount: `−${money(totals.discountTotal)}` }]
            : []),
          ...totals.taxes.flatMap((tax) => {
            const label = taxLabel(tax, money(tax.base), country);
            return label ? [{ label, amount: money(tax.amount) }] : [];
          }),
          { label: 'Total', amount: money(total), isSum: true },
          ...children,
        ]}
      />
    </section>
  );
}
