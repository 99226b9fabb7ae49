import { useProtected } from '~/web/shell/use-protected';
import { PagePayments } from './page-payments';
import { PaymentsPending } from './payments-pending';

export function ScreenPayments() {
  return useProtected() ? <PagePayments /> : <PaymentsPending />;
}
