import { Text, View } from '@react-pdf/renderer';

import { dateInWords } from '~/contract/common/date-words';
import type { InvoicePdf } from './invoice-pdf';
import {
  buyerLines,
  Footer,
  Head,
  Party,
  Section,
  Sheet,
  Sheets,
  sellerLines,
  Title,
} from './parts';
import { Items, Sums } from './sums';
import { styles } from './theme';

/** Data frozen when a credit note is issued. The buyer is the same as on its invoice. */
export interface CreditNotePdf
  extends Pick<
    InvoicePdf,
    | 'number'
    | 'seller'
    | 'client'
    | 'items'
    | 'totals'
    | 'currency'
    | 'issueDate'
    | 'taxNotes'
    | 'eInvoice'
  > {
  reason: string;
  invoiceNumber: string;
  invoiceDate: string;
}

export const creditNotePdf = (note: CreditNotePdf) => (
  <Sheets title={`Credit note ${note.number}`} seller={note.seller}>
    <Sheet>
      <Head seller={note.seller} about={`Credit note ${note.number}`} />
      <View style={styles.body}>
        <Title>Credit note {note.number}</Title>
        <View style={styles.parties}>
          <Party label="From" lines={sellerLines(note.seller)} />
          <Party label="To" lines={buyerLines(note.client)} />
          <Party
            label="Corrects"
            lines={[
              `Invoice ${note.invoiceNumber}`,
              `of ${dateInWords(note.invoiceDate)}`,
              `Issued ${dateInWords(note.issueDate)}`,
              note.client.buyerReference && `Your reference: ${note.client.buyerReference}`,
            ]}
          />
        </View>
        <Items items={note.items} currency={note.currency} country={note.seller.country} />
        <Sums
          totals={note.totals}
          currency={note.currency}
          country={note.seller.country}
          taxNotes={note.taxNotes}
          totalLabel="Total credited"
        />
        <Section title="Reason">
          <Text>{note.reason}</Text>
        </Section>
      </View>
      <Footer seller={note.seller} />
    </Sheet>
  </Sheets>
);
