import type Stripe from 'stripe';

import { invalid } from './api-error';
import { putCharge } from './charges';
import { type Form, listIn, partOf, textIn, textsIn } from './form';
import { newId, type Store, seconds, type Thing } from './store';

/** As Stripe says: what is asked for of cards comes before what is asked for of all. */
export function holdsCards(intent: Thing): boolean {
  const options = intent.payment_method_options as { card?: { capture_method?: string } } | null;
  return (options?.card?.capture_method ?? intent.capture_method) === 'manual';
}

/** Nothing but cards can be held back, and SEPA moves euros alone. */
function methodTypesOf(form: Form, currency: string): string[] {
  const asked = listIn(form, 'allowed_payment_method_types');
  const isHeld = textIn(form, 'capture_method') === 'manual';
  const takesDebit = asked.includes('sepa_debit') && currency === 'eur' && !isHeld;
  return takesDebit ? ['card', 'sepa_debit'] : ['card'];
}

/** An intent that is paid directly, without an invoice of Stripe. */
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
    amount_capturable: 0,
    amount_received: 0,
    capture_method: textIn(form, 'capture_method') === 'manual' ? 'manual' : 'automatic',
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
    payment_method_types: methodTypesOf(form, currency),
    status: 'requires_payment_method',
  } satisfies Partial<Stripe.PaymentIntent>;
  await store.put({ ...intent, payment_method_options: partOf(form, 'payment_method_options') });
  await store.emit('payment_intent.created', intent);
  return intent;
}

/** Authorizes without taking the money. */
export async function holdPayment(store: Store, intent: Thing, method: Thing): Promise<Thing> {
  const charge = await putCharge(store, intent, method, {
    amount_captured: 0,
    captured: false,
    customer: null,
    metadata: intent.metadata,
  });
  const held = await store.put({
    ...intent,
    amount_capturable: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'requires_capture',
  });
  await store.emit('charge.succeeded', charge);
  await store.emit('payment_intent.amount_capturable_updated', held);
  return held;
}

export async function captureIntent(store: Store, intent: Thing): Promise<Thing> {
  if (intent.status !== 'requires_capture') {
    throw invalid(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
    );
  }
  const charge = await store.find(String(intent.latest_charge));
  if (!charge) throw invalid('This PaymentIntent has no charge.');
  const captured = await store.put({ ...charge, amount_captured: charge.amount, captured: true });
  const paid = await store.put({
    ...intent,
    amount_capturable: 0,
    amount_received: intent.amount,
    status: 'succeeded',
  });
  await store.emit('charge.captured', captured);
  await store.emit('payment_intent.succeeded', paid);
  return paid;
}

export async function cancelIntent(store: Store, intent: Thing): Promise<Thing> {
  if (['succeeded', 'canceled', 'processing'].includes(String(intent.status))) {
    throw invalid(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
    );
  }
  const canceled = await store.put({
    ...intent,
    amount_capturable: 0,
    canceled_at: seconds(),
    next_action: null,
    status: 'canceled',
  });
  const charge = await store.find(String(intent.latest_charge));
  if (charge && charge.captured === false) {
    const released = { ...charge, amount_refunded: charge.amount, refunded: true };
    await store.emit('charge.refunded', await store.put(released));
  }
  await store.emit('payment_intent.canceled', canceled);
  return canceled;
}
