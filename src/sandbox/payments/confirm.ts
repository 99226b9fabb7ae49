import { missing } from './api-error';
import {
  behaviourOf,
  canceledByClient,
  type Decline,
  noLongerPayable,
  notAuthenticated,
} from './cards';
import { beginDebit, type DebitGiven, putAccount } from './debits';
import { follow, subscriptionOf } from './follow';
import { completePayment, declineOf, failPayment } from './invoices';
import { newId, type Store, seconds, type Thing } from './store';

/** Data of a test card that the browser sends to the sandbox. */
export interface CardGiven {
  last4: string;
  expMonth: number;
  expYear: number;
}

export interface Confirmed {
  intent: Thing;
  error?: Decline;
}

/** Finds an intent by its secret. As with Stripe, the secret is enough to pay. */
export async function intentUnder(store: Store, secret: string): Promise<Thing> {
  const intent = await store.find(secret.split('_secret_')[0] ?? '');
  if (!intent || intent.client_secret !== secret) throw missing('intent');
  return intent;
}

async function methodOf(store: Store, intent: Thing, card: CardGiven): Promise<Thing> {
  return store.put({
    id: newId('pm'),
    object: 'payment_method',
    card: {
      brand: 'visa',
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: 'credit',
    },
    created: seconds(),
    customer: intent.customer,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

const asking = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_authentication' } };

/** Last digits of the test account that iDEAL payments use. Debits of this account succeed. */
const chargeable = '3000';

async function finishPayment(store: Store, intent: Thing, method: Thing): Promise<Confirmed> {
  const decline = declineOf(method, true);
  if (decline) return { intent: await failPayment(store, intent, decline), error: decline };
  const subscription = await subscriptionOf(store, intent);
  if (subscription) {
    // As at Stripe, renewals of a subscription that was paid with iDEAL are debited from the
    // client's bank account.
    const charged = method.ideal ? await putAccount(store, intent, chargeable) : method;
    await store.put({ ...subscription, default_payment_method: charged.id });
  }
  const paid = await completePayment(store, intent, method);
  if (subscription) await follow(store, String(intent.sandbox_invoice));
  return { intent: paid };
}

async function finishSetup(store: Store, intent: Thing, method: Thing): Promise<Confirmed> {
  const decline = behaviourOf((method.card as { last4: string }).last4).atOnce;
  if (decline) {
    const failed = await store.put({
      ...intent,
      status: 'requires_payment_method',
      last_setup_error: decline,
    });
    return { intent: failed, error: decline };
  }
  const done = await store.put({
    ...intent,
    status: 'succeeded',
    next_action: null,
    payment_method: method.id,
  });
  await store.emit('setup_intent.succeeded', done);
  return { intent: done };
}

const finish = (store: Store, intent: Thing, method: Thing): Promise<Confirmed> =>
  intent.object === 'setup_intent'
    ? finishSetup(store, intent, method)
    : finishPayment(store, intent, method);

export async function confirmIntent(
  store: Store,
  secret: string,
  card: CardGiven,
): Promise<Confirmed> {
  const intent = await intentUnder(store, secret);
  // The intent is already paid, so this does not pay again.
  if (['succeeded', 'processing'].includes(String(intent.status))) {
    return { intent };
  }
  if (intent.status === 'canceled') return { intent, error: noLongerPayable };
  const method = await methodOf(store, intent, card);
  if (behaviourOf(card.last4).asks) {
    const waiting = await store.put({
      ...intent,
      status: 'requires_action',
      last_payment_error: null,
      next_action: asking,
      payment_method: method.id,
    });
    if (intent.object === 'payment_intent') {
      await store.emit('payment_intent.requires_action', waiting);
      const invoice = await store.find(String(intent.sandbox_invoice));
      if (invoice) await store.emit('invoice.payment_action_required', invoice);
    }
    return { intent: waiting };
  }
  return finish(store, intent, method);
}

/**
 * Confirms a debit of a test account. The bank's response follows after some seconds, which stand
 * for days.
 */
export async function confirmDebit(
  store: Store,
  secret: string,
  debit: DebitGiven,
): Promise<Confirmed> {
  const intent = await intentUnder(store, secret);
  if (intent.status === 'canceled') return { intent, error: noLongerPayable };
  // The debit was already confirmed, so this does not start a second one.
  if (intent.status !== 'requires_payment_method') return { intent };
  return { intent: await beginDebit(store, intent, debit) };
}

/** Redirects the client to a fake bank page, whose result is passed to `authenticateIntent`. */
export async function confirmRedirect(store: Store, secret: string): Promise<Confirmed> {
  const intent = await intentUnder(store, secret);
  if (['succeeded', 'processing'].includes(String(intent.status))) return { intent };
  if (intent.status === 'canceled') return { intent, error: noLongerPayable };
  const method = await store.put({
    id: newId('pm'),
    object: 'payment_method',
    created: seconds(),
    customer: intent.customer,
    ideal: { bank: 'ing' },
    livemode: false,
    metadata: {},
    type: 'ideal',
  });
  const waiting = await store.put({
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example' } },
    payment_method: method.id,
  });
  await store.emit('payment_intent.requires_action', waiting);
  return { intent: waiting };
}

/** Handles the result of the fake bank page. */
export async function authenticateIntent(
  store: Store,
  secret: string,
  isApproved: boolean,
  isCanceled = false,
): Promise<Confirmed> {
  const intent = await intentUnder(store, secret);
  if (intent.status !== 'requires_action') return { intent };
  const method = await store.find(String(intent.payment_method));
  if (isApproved && method) return finish(store, intent, method);
  if (intent.object === 'payment_intent') {
    const decline = {
      ...(isCanceled ? canceledByClient : notAuthenticated),
      ...(method && { payment_method: method }),
    };
    return { intent: await failPayment(store, intent, decline), error: decline };
  }
  const failed = await store.put({
    ...intent,
    status: 'requires_payment_method',
    last_setup_error: notAuthenticated,
    next_action: null,
  });
  return { intent: failed, error: notAuthenticated };
}
