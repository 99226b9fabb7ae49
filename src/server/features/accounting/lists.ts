import { centsToAmount } from '~/contract/common/currencies';
import { dateIn } from '~/contract/common/dates';
import { CsvAmount, csvOfRows } from '~/server/features/exports/csv';
import { receiptNumberOf } from '~/server/features/payments/receipt-number';
import type { ListedDocument, ListedPayment } from './listed-documents';
import type { EcSale } from './sums';

const documentColumns = [
  'number',
  'kind',
  'date',
  'dueDate',
  'serviceFrom',
  'serviceTo',
  'client',
  'company',
  'country',
  'vatNumber',
  'taxNumber',
  'category',
  'rate',
  'net',
  'tax',
  'gross',
  'currency',
  'status',
  'corrects',
] as const;
type DocumentLine = Record<(typeof documentColumns)[number], string | CsvAmount>;

const paymentColumns = [
  'date',
  'method',
  'document',
  'client',
  'email',
  'amount',
  'refunded',
  'currency',
  'reference',
  'stripePaymentId',
  'stripeInvoiceId',
] as const;
type PaymentLine = Record<(typeof paymentColumns)[number], string | CsvAmount>;

const ecSalesColumns = ['vatNumber', 'name', 'country', 'category', 'net', 'currency'] as const;
type EcSalesLine = Record<(typeof ecSalesColumns)[number], string | CsvAmount>;

/** Values for the line of a document without taxes. */
const nothing = { rate: '', category: '', baseCents: 0, amountCents: 0 };

/**
 * Returns a line for each tax of a document. Credit notes are negative, so that each column adds up to the totals of the period.
 */
function linesOf(document: ListedDocument): DocumentLine[] {
  const { buyer, totals, currency } = document;
  const sign = document.kind === 'invoice' ? 1 : -1;
  const amount = (cents: number) => new CsvAmount(centsToAmount(sign * cents, currency));
  const taxes = totals.taxes.length > 0 ? totals.taxes : [nothing];
  return taxes.map((tax) => ({
    number: document.number,
    kind: document.kind,
    date: document.issueDate,
    dueDate: document.dueDate ?? '',
    serviceFrom: document.serviceFrom ?? '',
    serviceTo: document.serviceTo ?? '',
    client: buyer.name,
    company: buyer.company ?? '',
    country: buyer.country ?? '',
    vatNumber: buyer.vatNumber ?? '',
    taxNumber: buyer.taxNumber ?? '',
    category: tax.category,
    rate: tax.rate,
    net: amount(tax.baseCents),
    tax: amount(tax.amountCents),
    gross: amount(tax.baseCents + tax.amountCents),
    currency,
    status: document.status ?? '',
    corrects: document.corrects,
  }));
}

async function* flat<Row, Line>(rows: AsyncIterable<Row>, linesFor: (row: Row) => Line[]) {
  for await (const row of rows) yield* linesFor(row);
}

/** Returns the lines of `documents.csv`. */
export const documentLines = (documents: AsyncIterable<ListedDocument>): AsyncGenerator<string> =>
  csvOfRows(flat(documents, linesOf), [...documentColumns]);

/** Returns the lines of `payments.csv`. */
export function paymentLines(
  payments: AsyncIterable<ListedPayment>,
  timeZone: string,
): AsyncGenerator<string> {
  const lineOf = (payment: ListedPayment): PaymentLine => {
    const { id, client, email, method, currency, reference } = payment;
    const amount = (cents: number) => new CsvAmount(centsToAmount(cents, currency));
    return {
      date: dateIn(timeZone, new Date(payment.at)),
      method,
      document: payment.invoiceNumber ?? receiptNumberOf(id),
      client,
      email,
      amount: amount(payment.amountCents),
      refunded: amount(payment.refundedCents),
      currency,
      reference,
      stripePaymentId: payment.stripePaymentId ?? '',
      stripeInvoiceId: payment.stripeInvoiceId ?? '',
    };
  };
  return csvOfRows(
    flat(payments, (payment) => [lineOf(payment)]),
    [...paymentColumns],
  );
}

/** Returns the lines of `ec-sales-list.csv`. */
export function ecSalesLines(sales: readonly EcSale[]): AsyncGenerator<string> {
  async function* lines(): AsyncGenerator<EcSalesLine> {
    for (const { base, ...sale } of sales) {
      yield { ...sale, net: new CsvAmount(centsToAmount(Number(base), sale.currency)) };
    }
  }
  return csvOfRows(lines(), [...ecSalesColumns]);
}
