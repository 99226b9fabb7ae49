import { Text, View } from '@react-pdf/renderer';

import { dateInWords } from '~/contract/common/date-words';
import type { Buyer, FrozenSeller } from '~/contract/documents/documents-schema';
import type { Discount, Totals } from '~/contract/documents/money';
import type { TaxCategory } from '~/contract/documents/tax-categories';
import type { EInvoiceContent } from '~/server/features/documents/e-invoice/e-invoice-content';
import { buyerLines, Footer, Head, Party, Sheet, Sheets, sellerLines, Title } from './parts';
import { Payment, type PaymentPdf, type PlanPaymentPdf } from './payment';
import { Items, type PdfItem, Sums } from './sums';
import { styles } from './theme';

/** Data frozen when an invoice is issued, and its current payment methods, payments and outstanding amount. */
export interface InvoicePdf {
  number: string;
  seller: FrozenSeller;
  client: Buyer;
  items: readonly PdfItem[];
  discount: Discount | null;
  totals: Totals;
  currency: string;
  issueDate: string;
  dueDate: string;
  serviceDate: string | null;
  serviceFrom: string | null;
  serviceTo: string | null;
  /** Reasons why some tax categories of the document have no tax. */
  taxNotes: readonly { category: TaxCategory; text: string }[];
  note: string;
  payment: PaymentPdf;
  /** Payment of a plan that the invoice is for; null for other invoices. */
  planPayment: PlanPaymentPdf | null;
  /** Number of the proposal on which the invoice is based; empty without a proposal. */
  ourReference: string;
  /** Structured invoice; null if required data is missing. */
  eInvoice: EInvoiceContent | null;
}

function serviceInWords(
  invoice: Pick<InvoicePdf, 'serviceDate' | 'serviceFrom' | 'serviceTo'>,
): string | undefined {
  const { serviceDate, serviceFrom, serviceTo } = invoice;
  if (serviceFrom && serviceTo) {
    return `Service from ${dateInWords(serviceFrom)} to ${dateInWords(serviceTo)}`;
  }
  return serviceDate ? `Service ${dateInWords(serviceDate)}` : undefined;
}

export const invoicePdf = (invoice: InvoicePdf) => (
  <Sheets title={`Invoice ${invoice.number}`} seller={invoice.seller}>
    <Sheet>
      <Head seller={invoice.seller} about={`Invoice ${invoice.number}`} />
      <View style={styles.body}>
        <Title>Invoice {invoice.number}</Title>
        <View style={styles.parties}>
          <Party label="From" lines={sellerLines(invoice.seller)} />
          <Party label="To" lines={buyerLines(invoice.client)} />
          <Party
            label="Dates and references"
            lines={[
              `Issued ${dateInWords(invoice.issueDate)}`,
              // Invoices of plans are issued together with their payment, so they have no due date.
              invoice.planPayment ? undefined : `Due ${dateInWords(invoice.dueDate)}`,
              serviceInWords(invoice),
              invoice.client.buyerReference && `Your reference: ${invoice.client.buyerReference}`,
              invoice.ourReference && `Our reference: ${invoice.ourReference}`,
            ]}
          />
        </View>
        <Items items={invoice.items} currency={invoice.currency} country={invoice.seller.country} />
        <Sums
          totals={invoice.totals}
          discount={invoice.discount}
          currency={invoice.currency}
          country={invoice.seller.country}
          taxNotes={invoice.taxNotes}
          balance={
            Number(invoice.payment.paid) + Number(invoice.payment.credited) > 0
              ? invoice.payment
              : undefined
          }
        />
        <Payment {...invoice} />
        {invoice.note ? (
          <View style={styles.section}>
            <Text>{invoice.note}</Text>
          </View>
        ) : null}
      </View>
      <Footer seller={invoice.seller} />
    </Sheet>
  </Sheets>
);
