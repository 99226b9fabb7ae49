import type { Buyer, FrozenSeller, Printed } from '~/contract/documents/documents-schema';
import type { TaxSum } from '~/contract/documents/money';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';

/** Content of a structured invoice or credit note, as frozen at issue. Plain data, so that it can be sent to a thread. */
export interface EInvoiceContent {
  kind: 'invoice' | 'credit note';
  number: string;
  issueDate: string;
  /** Due date; null for credit notes. */
  dueDate: string | null;
  serviceDate: string | null;
  serviceFrom: string | null;
  serviceTo: string | null;
  seller: FrozenSeller;
  buyer: Buyer;
  items: readonly InvoiceItem[];
  /** Tax totals after the discount. */
  taxes: readonly TaxSum[];
  discountCents: number;
  currency: string;
  note: string;
  /** Settings frozen at issue; null in samples. */
  printed: Printed | null;
  /** Invoice that a credit note corrects. */
  corrects: { number: string; issueDate: string } | null;
  /** Amount that was already paid at issue, such as for a payment of a plan. */
  paidCents: number;
}
