import { Stack, Table, Text, Title } from '@mantine/core';

import { type Age, ages } from '~/contract/accounting/accounting';
import type { Accounting } from '~/contract/accounting/accounting-schema';
import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { taxCategoryNames } from '~/contract/documents/tax-categories';
import { paymentMethodNames } from '~/contract/invoices/invoices';
import { Notice } from '~/web/admin/ui/notice';

const ageNames: Record<Age, string> = {
  notDue: 'Not due yet',
  days1to30: '1 to 30 days overdue',
  days31to60: '31 to 60 days overdue',
  days61to90: '61 to 90 days overdue',
  over90: 'More than 90 days overdue',
};

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Shows the totals of a period by currency. */
export function AccountingSums({ sums }: { sums: Accounting }) {
  if (sums.currencies.length === 0) {
    return (
      <Text c="dimmed" fz="sm">
        Nothing was invoiced, paid or outstanding in this period.
      </Text>
    );
  }
  return (
    <Stack gap="xl">
      <ForeignTaxes sums={sums} />
      {sums.currencies.map((one) => (
        <CurrencySums key={one.currency} sums={one} to={sums.to} />
      ))}
    </Stack>
  );
}

/** Lists taxes in currencies other than the currency of the tax return. */
function ForeignTaxes({ sums: { homeCurrency, currencies } }: { sums: Accounting }) {
  if (homeCurrency === '') return null;
  const foreign = currencies
    .filter(({ currency }) => currency !== homeCurrency)
    .map(({ currency, taxes }) => ({
      currency,
      tax: taxes.reduce((sum, { amount }) => sum + Number(amount), 0),
    }))
    .filter(({ tax }) => tax !== 0);
  if (foreign.length === 0) return null;
  const taxes = foreign.map(({ tax, currency }) =>
    formatAmount(tax.toFixed(decimalsOf(currency)), currency),
  );
  return (
    <Notice tone="wait" title={`Taxes not in ${homeCurrency}`}>
      The totals in {homeCurrency} don’t include taxes of {taxes.join(' and ')}. Your tax return
      needs them in {homeCurrency}.
    </Notice>
  );
}

function CurrencySums({ sums, to }: { sums: Accounting['currencies'][number]; to: string }) {
  const { currency, invoiced, credited, taxes, ecSales, payments, receivables } = sums;
  const amount = (decimal: string) => formatAmount(decimal, currency);
  return (
    <Stack gap="md" component="section" aria-label={`Totals in ${currency}`}>
      <div>
        <Title order={3}>{currency}</Title>
        <Text fz="sm">
          {plural(invoiced.count, 'invoice', 'invoices')}: {amount(invoiced.gross)}, including tax{' '}
          {amount(invoiced.tax)}.{' '}
          {credited.count > 0 &&
            `${plural(credited.count, 'credit note', 'credit notes')}: ${amount(credited.gross)}, including tax ${amount(credited.tax)}.`}
        </Text>
      </div>
      <SumTable
        title="VAT summary: invoices less credit notes"
        head={['Kind', 'Net', 'Tax']}
        none="No documents in this period."
        rows={taxes.map((tax) => [
          tax.category === 'S'
            ? `${taxCategoryNames.S}, ${tax.rate}%`
            : taxCategoryNames[tax.category],
          amount(tax.base),
          amount(tax.amount),
        ])}
      />
      {ecSales.length > 0 && (
        <SumTable
          title="EC sales list: supplies to businesses in other member states"
          head={['Customer', 'Kind', 'Net']}
          none=""
          rows={ecSales.map((sale) => [
            `${sale.vatNumber || 'No VAT number'}, ${sale.name}`,
            taxCategoryNames[sale.category],
            amount(sale.base),
          ])}
        />
      )}
      <SumTable
        title="Payments and refunds by date"
        head={['Paid by', 'Received', 'Refunded']}
        none="No payments in this period."
        rows={payments.byMethod.map((one) => [
          `${paymentMethodNames[one.method]} (${one.count})`,
          amount(one.received),
          amount(one.returned),
        ])}
      />
      <SumTable
        title={`Outstanding on ${dateInWords(to)}`}
        head={['Age', 'Open']}
        none="Nothing outstanding."
        rows={ages
          .filter((age) => Number(receivables[age]) > 0)
          .map((age) => [ageNames[age], amount(receivables[age])])}
        sum={['Total', amount(receivables.total)]}
      />
      {(Number(receivables.overpaid) !== 0 || Number(receivables.balances) !== 0) && (
        <SumTable
          title={`Client credit on ${dateInWords(to)}`}
          head={['Type', 'Amount']}
          none=""
          rows={[
            ['Overpayments not yet refunded', amount(receivables.overpaid)],
            ['Stripe customer balances', amount(receivables.balances)],
          ]}
        />
      )}
    </Stack>
  );
}

/** Table whose first column describes the row. All other columns contain amounts. */
function SumTable(props: {
  title: string;
  head: string[];
  rows: string[][];
  sum?: string[];
  none: string;
}) {
  const { title, head, rows, sum, none } = props;
  return (
    <div>
      <Text fz="sm" fw={500}>
        {title}
      </Text>
      {rows.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {none}
        </Text>
      ) : (
        <Table aria-label={title} fz="sm" horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {head.map((name, index) => (
                <Table.Th
                  key={name}
                  ta={index === 0 ? undefined : 'right'}
                  style={{ overflowWrap: 'normal' }}
                >
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...rows, ...(sum ? [sum] : [])].map((row) => (
              <Table.Tr key={row.join(' ')}>
                <Table.Th scope="row" fw={row === sum ? 600 : 400}>
                  {row[0]}
                </Table.Th>
                {row.slice(1).map((cell, index) => (
                  <Table.Td
                    key={head[index + 1]}
                    ta="right"
                    fw={row === sum ? 600 : 400}
                    // Amounts do not wrap, even on a narrow phone.
                    style={{ whiteSpace: 'nowrap' }}
                  >
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
