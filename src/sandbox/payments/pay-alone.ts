import type { Decline } from './cards';
import { startDebit } from './debits';
import { completePayment, declineOf, failPayment } from './invoices';
import type { Store } from './store';

/**
 * Charges a customer who is not present. A bank debit is pending afterwards.
 *
 * @returns the reason for a failure; undefined if the charge succeeded or is pending
 */
export async function payAlone(
  store: Store,
  invoiceId: string,
  methodId: unknown,
): Promise<Decline | undefined> {
  const invoice = await store.find(invoiceId);
  if (invoice?.status !== 'open') return undefined;
  const [payment] = (invoice.payments as { data: { payment: { payment_intent: string } }[] }).data;
  const intent = payment && (await store.find(payment.payment.payment_intent));
  const method = await store.find(String(methodId));
  if (!intent) return undefined;
  if (method?.sepa_debit) {
    await startDebit(store, intent, method);
    return undefined;
  }
  const decline: Decline | undefined = method
    ? declineOf(method, false)
    : {
        type: 'card_error',
        code: 'card_declined',
        message: 'There is no card to charge.',
      };
  if (decline) await failPayment(store, intent, decline);
  else if (method) await completePayment(store, intent, method);
  return decline;
}
