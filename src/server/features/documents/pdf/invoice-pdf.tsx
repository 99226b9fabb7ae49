import { Document, Text, View } from '@react-pdf/renderer';

import { dateInWords } from '~/contract/common/dates';
import type { Buyer, FrozenSeller } from '~/contract/documents/documents-schema';
import type { Totals } from '~/contract/documents/money';
import {
  buyerLines,
  Footer,
  Head,
  Items,
  Party,
  type PdfItem,
  Sheet,
  Sums,
  sellerLines,
  Title,
} from './parts';
import { Payment, type PaymentPdf } from './payment';
import { styles } from './theme';

/** What is frozen when an invoice is issued, and with it how it is paid, what was received and what is left. */
export interface InvoicePdf {
  number: string;
  seller: FrozenSeller;
  client: Buyer;
  items: readonly PdfItem[];
  totals: Totals;
  currency: string;
  issueDate: string;
  dueDate: string;
  serviceDate: string | null;
  note: string;
  payment: PaymentPdf;
}

export const invoicePdf = (invoice: InvoicePdf) => (
  <Document
    title={`Invoice ${invoice.number}`}
    author={invoice.seller.name}
    creator={invoice.seller.name}
    language="en"
  >
    <Sheet>
      <Head seller={invoice.seller} about={`Invoice ${invoice.number}`} />
      <View style={styles.body}>
        <Title>Invoice {invoice.number}</Title>
        <View style={styles.parties}>
          <Party label="From" lines={sellerLines(invoice.seller)} />
          <Party label="To" lines={buyerLines(invoice.client)} />
          <Party
            label="Dates"
            lines={[
              `Issued ${dateInWords(invoice.issueDate)}`,
              `Due ${dateInWords(invoice.dueDate)}`,
              invoice.serviceDate ? `Service ${dateInWords(invoice.serviceDate)}` : undefined,
            ]}
          />
        </View>
        <Items items={invoice.items} currency={invoice.currency} />
        <Sums totals={invoice.totals} currency={invoice.currency} />
        <Payment {...invoice} />
        {invoice.note ? (
          <View style={styles.section}>
            <Text>{invoice.note}</Text>
          </View>
        ) : null}
      </View>
      <Footer seller={invoice.seller} />
    </Sheet>
  </Document>
);
