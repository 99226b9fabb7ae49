import type { Store, Thing } from './store';

async function subscriptionFor(store: Store, invoice: Thing | undefined) {
  const parent = invoice?.parent as { subscription_details: { subscription: string } } | undefined;
  return store.find(parent?.subscription_details.subscription ?? '');
}

/** Returns the subscription that an intent pays for. */
export const subscriptionOf = async (store: Store, intent: Thing): Promise<Thing | undefined> =>
  subscriptionFor(store, await store.find(String(intent.sandbox_invoice)));

/** Updates a subscription once its invoice has been paid, or the payment has failed. */
export async function follow(store: Store, invoiceId: string): Promise<void> {
  const invoice = await store.find(invoiceId);
  const subscription = await subscriptionFor(store, invoice);
  if (!invoice || !subscription || subscription.ended_at) return;
  const isFirst = invoice.billing_reason === 'subscription_create';
  const status =
    invoice.status === 'paid'
      ? 'active'
      : (isFirst && subscription.status === 'incomplete') || !invoice.attempted
        ? subscription.status
        : 'past_due';
  if (status === subscription.status) return;
  const changed = await store.put({ ...subscription, status });
  await store.emit('customer.subscription.updated', changed);
}
