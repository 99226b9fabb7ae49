import { ListPending } from '~/web/shell/list-pending';

export function InvoicesPending() {
  return <ListPending title="Invoices" rows="invoices" />;
}
