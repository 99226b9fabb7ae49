import type { Store, Thing } from './store';

/** Returns the subscription that an intent pays for. */
export async function subscriptionOf(store: Store, intent: Thing): Promise<Thing | undefined> {
  const invoice = await store.find(String(intent.sandbox_invoice));
  const parent = invoice?.parent as { subscription_details: { subscription: string } } | undefined;
  return store.find(parent?.subscription_details.subscription ?? '');
}

/** Updates a subscription after its invoice was paid, or the payment failed. */
export async function follow(store: Store, invoiceId: string): Promise<void> {
  const invoice = await store.find(invoiceId);
  const parent = invoice?.parent as { subscription_details: { subscription: string } } | undefined;
  const subscription = await store.find(parent?.subscription_details.subscription ?? '');
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
