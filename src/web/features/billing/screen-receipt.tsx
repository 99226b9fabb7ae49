import { useProtected } from '~/web/shell/use-protected';
import { PageReceipt } from './page-receipt';
import { ReceiptPending } from './receipt-pending';

export function ScreenReceipt() {
  return useProtected() ? <PageReceipt /> : <ReceiptPending />;
}
