import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { countryName } from '~/contract/common/country-names';
import { formatAmount } from '~/contract/common/currencies';
import { registrationLabel } from '~/contract/documents/tax-numbers';
import { shownStatus } from '~/contract/invoices/invoices';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { CompanyOffer } from '~/web/admin/documents/company-offer';
import { DocumentTimeline } from '~/web/admin/documents/document-timeline';
import { MadeBy } from '~/web/admin/documents/made-by';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { Notice } from '~/web/admin/ui/notice';
import { RecordHead } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';
import { DocumentFiles } from './document-files';
import { InvoiceActions } from './invoice-actions';
import { InvoicePayments } from './invoice-payments';
import { ItemsTable } from './items-table';
import { vatWords } from './vat-words';

const remindersInWords = ({ clientEmail, remindersOn }: AdminInvoice): string => {
  if (!clientEmail) return 'None, no email address';
  return remindersOn ? 'On' : 'Off';
};

/** Name of an invoice's client, with a link to their account. */
export function ClientLink({ invoice: { client, clientId } }: { invoice: AdminInvoice }) {
  const name = client.company ? `${client.company} (${client.name})` : client.name;
  if (!clientId) return name;
  return (
    <Link to="/admin" search={{ section: 'users', open: clientId }} className="row-link">
      {name}
    </Link>
  );
}

/** An invoice that cannot be edited: balance, items, payments, client, files and timeline. */
export function InvoiceRecord(props: { invoice: AdminInvoice; children?: ReactNode }) {
  const { invoice, children } = props;
  const mayChange = useCan()('invoices.write');
  const money = (decimal: string) => formatAmount(decimal, invoice.currency);
  const { client } = invoice;
  const isIssued = invoice.status !== 'draft';
  const settled = [
    { label: 'Paid', amount: invoice.paid },
    { label: 'Credited', amount: invoice.credited },
  ];
  return (
    <>
      <RecordHead
        title={invoice.number ? `Invoice ${invoice.number}` : 'Draft invoice'}
        state={
          <>
            <StatusBadge status={shownStatus(invoice)} />
            {invoice.status === 'open' && (
              <Text fw={600}>
                {money(invoice.remaining)} due by <When at={invoice.dueDate} isDate />
              </Text>
            )}
          </>
        }
        note={<ClientLink invoice={invoice} />}
        actions={mayChange && isIssued && <InvoiceActions invoice={invoice} />}
      />
      <div className="record-columns">
        <div className="record-main">
          {children}
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
          {invoice.clientId && client.company && <CompanyOffer clientId={invoice.clientId} />}
          <ItemsTable document={invoice} country={invoice.seller.country}>
            {[
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
          </ItemsTable>
          {invoice.note && (
            <section aria-labelledby="note-title">
              <Title order={2} id="note-title" mb="xs">
                Note
              </Title>
              <Text className="as-written">{invoice.note}</Text>
            </section>
          )}
          <InvoicePayments invoice={invoice} mayChange={mayChange} />
        </div>
        <aside className="record-aside" aria-label="About the invoice">
          <Facts
            facts={[
              [
                'Invoice date',
                invoice.issueDate && <When key="on" at={invoice.issueDate} isDate />,
              ],
              ['Due date', invoice.dueDate && <When key="due" at={invoice.dueDate} isDate />],
              [
                'Service period',
                invoice.serviceFrom && invoice.serviceTo && (
                  <span key="period">
                    <When at={invoice.serviceFrom} isDate /> to{' '}
                    <When at={invoice.serviceTo} isDate />
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
              ['Reminders', isIssued && remindersInWords(invoice)],
              ['Email', client.email || 'None, not emailed'],
              ['Address', client.address?.replaceAll('\n', ', ')],
              ['City', `${client.postcode ?? ''} ${client.city ?? ''}`.trim()],
              ['Country', countryName(client.country ?? '')],
              ['VAT number', client.vatNumber && vatWords(client.vatNumber, invoice.vatCheck)],
              ['Tax number', client.taxNumber],
              [registrationLabel(client.country ?? ''), client.registrationNumber],
              ['Buyer reference', client.buyerReference],
            ]}
          />
          {isIssued && <DocumentFiles path={`invoices/${invoice.id}`} {...invoice} />}
          <section aria-labelledby="timeline-title">
            <Title order={3} id="timeline-title" mb="sm">
              Timeline
            </Title>
            <DocumentTimeline events={invoice.timeline} />
          </section>
        </aside>
      </div>
    </>
  );
}
