import { useProtected } from '~/web/shell/use-protected';
import { InvoicesPending } from './invoices-pending';
import { PageOwnInvoice } from './page-own-invoice';
import { PageOwnInvoices } from './page-own-invoices';
import type { PaymentPart } from './pay-section';

/** Screen for signed-in users. Others are redirected to sign-in. */

export function ScreenOwnInvoices() {
  return useProtected() ? <PageOwnInvoices /> : <InvoicesPending />;
}

export function ScreenOwnInvoice({ form }: { form: PaymentPart }) {
  return useProtected() ? <PageOwnInvoice form={form} /> : <InvoicesPending />;
}
