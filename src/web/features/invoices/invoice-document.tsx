import type { ReactNode } from 'react';

import { placeLines, sellerLines } from '~/contract/common/addresses';
import { countryName } from '~/contract/common/country-names';
import type { Tone } from '~/contract/common/statuses';
import { shownStatus } from '~/contract/invoices/invoices';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { formatDate } from '~/web/lib/dates';
import { Button, buttonClass } from '~/web/ui/button';
import '~/web/ui/tones.css';

import styles from './invoice-document.module.css';
import { InvoiceHistory } from './invoice-history';
import { InvoiceItems } from './invoice-items';
import { pendingPaymentOf } from './payment-states';
import { stateSentence } from './state-sentence';

// Does not use the badge of lists, because its icons would be 5% of this page's scripts.
const states: Record<string, { label: string; tone: Tone }> = {
  open: { label: 'Unpaid', tone: 'info' },
  pending: { label: 'Payment pending', tone: 'info' },
  part_paid: { label: 'Partially paid', tone: 'info' },
  overdue: { label: 'Overdue', tone: 'bad' },
  paid: { label: 'Paid', tone: 'good' },
  void: { label: 'Canceled', tone: 'none' },
};

/** An invoice as its client reads it, on screen and in print. */
export function InvoiceDocument(props: {
  invoice: ClientInvoice;
  /** Payment section, if an amount is outstanding. */
  pay: ReactNode;
  /** Base path of the invoice's PDFs. */
  files: string;
}) {
  const { invoice, files } = props;
  const { seller, client } = invoice;
  const state = states[pendingPaymentOf(invoice.payments) ? 'pending' : shownStatus(invoice)];
  return (
    <article className={styles.document} aria-labelledby="invoice-title">
      <div className={styles.head}>
        <h1 id="invoice-title" className={styles.title}>
          Invoice <span className={styles.number}>{invoice.number}</span>
        </h1>
      </div>
      <p className={styles.state} data-tone={state?.tone}>
        <strong>{state?.label}</strong>
        {stateSentence(invoice)}
      </p>
      {props.pay}
      <div className={styles.body}>
        <div className={styles.parties}>
          <Party
            title="From"
            name={seller.name}
            lines={sellerLines(seller)}
            numbers={invoice.sellerNumbers}
          />
          <Party
            title="To"
            name={client.company || client.name}
            lines={[
              client.company ? client.name : '',
              ...(client.address ?? '').split('\n'),
              ...placeLines(client),
              countryName(client.country ?? ''),
              client.email,
            ]}
            numbers={invoice.clientNumbers}
          />
          <dl className={styles.dates}>
            <div>
              <dt>Invoice date</dt>
              <dd>{formatDate(invoice.issueDate)}</dd>
            </div>
            <div>
              <dt>Due date</dt>
              <dd>{formatDate(invoice.dueDate)}</dd>
            </div>
            {invoice.serviceDate && (
              <div>
                <dt>Service date</dt>
                <dd>{formatDate(invoice.serviceDate)}</dd>
              </div>
            )}
            {invoice.serviceFrom && invoice.serviceTo && (
              <div>
                <dt>Service period</dt>
                <dd>
                  {formatDate(invoice.serviceFrom)} to {formatDate(invoice.serviceTo)}
                </dd>
              </div>
            )}
            {client.buyerReference && (
              <div>
                <dt>Your reference</dt>
                <dd>{client.buyerReference}</dd>
              </div>
            )}
          </dl>
        </div>
        <InvoiceItems {...invoice} />
        {invoice.note && <p className={styles.remark}>{invoice.note}</p>}
        <InvoiceHistory invoice={invoice} files={files} />
        <div className={styles.actions}>
          <a className={buttonClass('outline')} href={`${files}/pdf`}>
            Download PDF
          </a>
          {invoice.syntaxes.map((syntax) => (
            <a
              key={syntax}
              className={buttonClass('outline')}
              href={`${files}/xml?syntax=${syntax}`}
            >
              XML, {syntax.toUpperCase()}
            </a>
          ))}
          <Button variant="outline" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
    </article>
  );
}

function Party(props: { title: string; name: string; lines: string[]; numbers: string[] }) {
  const lines = props.lines.map((line) => line.trim()).filter(Boolean);
  return (
    <section>
      <h2 className={styles.label}>{props.title}</h2>
      <p className={styles.party} dir="auto">
        {props.name}
      </p>
      {lines.map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
      {props.numbers.map((number) => (
        <p key={number}>{number}</p>
      ))}
    </section>
  );
}
