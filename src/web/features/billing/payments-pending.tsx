import { ListPending } from '~/web/shell/list-pending';

export function PaymentsPending() {
  return <ListPending title="Payments" rows="payments" />;
}
