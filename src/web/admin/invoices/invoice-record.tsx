import { Anchor, Group, Space, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { countryName } from '~/contract/common/country-names';
import { formatAmount, formatUnitPrice } from '~/contract/common/currencies';
import { discountLabel } from '~/contract/documents/discount-label';
import { registrationLabel } from '~/contract/documents/tax-numbers';
import { itemTaxInWords, itemTaxLabel, taxLabel } from '~/contract/documents/tax-words';
import { shownStatus } from '~/contract/invoices/invoices';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { CompanyOffer } from '~/web/admin/documents/company-offer';
import { DocumentTimeline } from '~/web/admin/documents/document-timeline';
import { MadeBy } from '~/web/admin/documents/made-by';
import { TotalsList } from '~/web/admin/documents/totals-list';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { Notice } from '~/web/admin/ui/notice';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';
import { InvoiceActions } from './invoice-actions';
import { InvoicePayments } from './invoice-payments';
import { StructuredInvoice } from './structured-invoice';
import { vatWords } from './vat-words';

const remindersInWords = ({ clientEmail, remindersOn }: AdminInvoice): string => {
  if (!clientEmail) return 'None, no email address';
  return remindersOn ? 'On' : 'Off';
};

/** An issued invoice: status, payments, credit notes and timeline. */
export function InvoiceRecord({ invoice }: { invoice: AdminInvoice }) {
  const mayChange = useCan()('invoices.write');
  const money = (decimal: string) => formatAmount(decimal, invoice.currency);
  const { client } = invoice;
  const { country } = invoice.seller;
  const isIssued = invoice.status !== 'draft';
  const settled = [
    { label: 'Paid', amount: invoice.paid },
    { label: 'Credited', amount: invoice.credited },
  ];
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <StatusBadge status={shownStatus(invoice)} />
        {invoice.status === 'open' && (
          <Text fw={600}>
            {money(invoice.remaining)} due by <When at={invoice.dueDate} isDate />
          </Text>
        )}
        {isIssued && (
          <Anchor href={`/api/admin/invoices/${invoice.id}/pdf`} download fz="sm" ml="auto">
            Download PDF
          </Anchor>
        )}
      </Group>
      {Number(invoice.overpaid) > 0 && (
        <Notice tone="wait" title="Overpaid">
          {money(invoice.overpaid)} was overpaid. Refund it and record the refund next to the
          payment below. If the payment was recorded by mistake, reverse it there.
        </Notice>
      )}
      {invoice.undelivered.map((mail) => (
        <Notice key={mail.id} tone="bad" title={`Email to ${mail.to} not delivered`}>
          {mail.reason} (<When at={mail.createdAt} />)
        </Notice>
      ))}
      {mayChange && isIssued && <InvoiceActions invoice={invoice} />}
      {invoice.clientId && client.company && <CompanyOffer clientId={invoice.clientId} />}
      <Facts
        facts={[
          [
            'Client',
            invoice.clientId ? (
              <Link key="client" to="/admin" search={{ section: 'users', open: invoice.clientId }}>
                {client.name}
              </Link>
            ) : (
              client.name
            ),
          ],
          ['Company', client.company],
          ['Email', client.email || 'None, not emailed'],
          ['Address', client.address?.replaceAll('\n', ', ')],
          ['City', `${client.postcode ?? ''} ${client.city ?? ''}`.trim()],
          ['Country', countryName(client.country ?? '')],
          ['VAT number', client.vatNumber && vatWords(client.vatNumber, invoice.vatCheck)],
          ['Tax number', client.taxNumber],
          [registrationLabel(client.country ?? ''), client.registrationNumber],
          ['Buyer reference', client.buyerReference],
          ['Invoice date', invoice.issueDate && <When key="on" at={invoice.issueDate} isDate />],
          ['Due date', invoice.dueDate && <When key="due" at={invoice.dueDate} isDate />],
          [
            'Service period',
            invoice.serviceFrom && invoice.serviceTo && (
              <span key="period">
                <When at={invoice.serviceFrom} isDate /> to <When at={invoice.serviceTo} isDate />
              </span>
            ),
          ],
          [
            'Service date',
            invoice.serviceDate && <When key="service" at={invoice.serviceDate} isDate />,
          ],
          [
            'Service request',
            invoice.requestId && (
              <Link
                key="request"
                to="/admin"
                search={{ section: 'requests', open: invoice.requestId }}
              >
                Related request
              </Link>
            ),
          ],
          ['Created by', invoice.recurringInvoiceId && <MadeBy key="made" invoice={invoice} />],
          ['Reminders', remindersInWords(invoice)],
          ['Note', invoice.note],
        ]}
      />
      <div>
        <Title order={3} mb="sm">
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
            {invoice.items.map((item, index) => {
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
                      {quantity} at {formatUnitPrice(item.unitPrice, invoice.currency)},{' '}
                      {itemTaxInWords(item, country)}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="xs">
                    {quantity}
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="xs">
                    {formatUnitPrice(item.unitPrice, invoice.currency)}
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
            { label: 'Subtotal', amount: money(invoice.totals.subtotal) },
            ...(Number(invoice.totals.discountTotal) > 0
              ? [
                  {
                    label: discountLabel(invoice.discount),
                    amount: `−${money(invoice.totals.discountTotal)}`,
                  },
                ]
              : []),
            ...invoice.totals.taxes.flatMap((tax) => {
              const label = taxLabel(tax, money(tax.base), country);
              return label ? [{ label, amount: money(tax.amount) }] : [];
            }),
            { label: 'Total', amount: money(invoice.total), isSum: true },
            ...settled
              .filter(({ amount }) => Number(amount) > 0)
              .map(({ label, amount }) => ({ label, amount: `−${money(amount)}` })),
            ...(isIssued
              ? [{ label: 'Balance due', amount: money(invoice.remaining), isSum: true }]
              : []),
            ...(Number(invoice.overpaid) > 0
              ? [{ label: 'Overpaid', amount: money(invoice.overpaid) }]
              : []),
          ]}
        />
      </div>
      <StructuredInvoice invoice={invoice} />
      <InvoicePayments invoice={invoice} mayChange={mayChange} />
      <div>
        <Title order={3} mb="sm">
          Timeline
        </Title>
        <DocumentTimeline events={invoice.timeline} />
      </div>
    </Stack>
  );
}
