import type Stripe from 'stripe';

import { invalid } from './api-error';
import { type Form, partOf, textIn, textsIn } from './form';
import { newId, type Store, seconds, type Thing } from './store';

/**
 * Returns the payment methods of the sandbox: cards, and for euros one method that redirects to a
 * bank and one that stays pending for days. Stripe offers the latter two for euros only.
 */
export const methodTypesOf = (currency: string): string[] =>
  currency === 'eur' ? ['card', 'ideal', 'sepa_debit'] : ['card'];

/** Creates an intent that is paid directly, without a Stripe invoice. */
export async function createIntent(store: Store, form: Form): Promise<Thing> {
  const amount = Number(textIn(form, 'amount'));
  const currency = textIn(form, 'currency') ?? '';
  if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('Invalid integer: amount');
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`);
  const id = newId('pi');
  const intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    automatic_payment_methods: {
      enabled: textIn(partOf(form, 'automatic_payment_methods'), 'enabled') === 'true',
    },
    client_secret: `${id}_secret_${newId('s')}`,
    created: seconds(),
    currency,
    customer: textIn(form, 'customer') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: textsIn(partOf(form, 'metadata')),
    next_action: null,
    payment_method: null,
    payment_method_types: methodTypesOf(currency),
    status: 'requires_payment_method',
  } satisfies Partial<Stripe.PaymentIntent>;
  await store.put(intent);
  await store.emit('payment_intent.created', intent);
  return intent;
}

export async function cancelIntent(store: Store, intent: Thing): Promise<Thing> {
  if (['succeeded', 'canceled', 'processing'].includes(String(intent.status))) {
    throw invalid(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
    );
  }
  const canceled = await store.put({
    ...intent,
    canceled_at: seconds(),
    next_action: null,
    status: 'canceled',
  });
  await store.emit('payment_intent.canceled', canceled);
  return canceled;
}
