import { putCharge } from './charges';
import { follow, subscriptionOf } from './follow';
import { completePayment, failPayment } from './invoices';
import { newId, type Store, seconds, type Thing } from './store';

/** Data of a test account that the browser sends to the sandbox: the last digits of its IBAN. */
export interface DebitGiven {
  last4: string;
}

/** IBANs of test accounts with special behavior. They are the same as Stripe's. */
const returned = 'DE35370400440532013002';
const failing = 'DE62370400440532013001';
const isOf = (iban: string, last4: unknown) => iban.endsWith(String(last4));

const couldNotDebit = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The bank could not debit this account.',
} as const;

/** Field with the time of the bank's next action, in Unix seconds. */
export const dueField = 'sandbox_due';

export const putAccount = (store: Store, intent: Thing, last4: string): Promise<Thing> =>
  store.put({
    id: newId('pm'),
    object: 'payment_method',
    sepa_debit: { bank_code: '37040044', country: 'DE', last4 },
    created: seconds(),
    customer: intent.customer,
    livemode: false,
    metadata: {},
    type: 'sepa_debit',
  });

/**
 * Starts a debit of an account that the client has just entered. Activates the subscription, if the
 * debit is for one.
 */
export async function beginDebit(
  store: Store,
  intent: Thing,
  { last4 }: DebitGiven,
): Promise<Thing> {
  const method = await putAccount(store, intent, last4);
  const processing = await startDebit(store, intent, method);
  await beginSubscription(store, intent, method);
  return processing;
}

/** Starts a debit. As at Stripe, it is pending at first. */
export async function startDebit(store: Store, intent: Thing, method: Thing): Promise<Thing> {
  const charge = await putCharge(store, intent, method, {
    id: newId('py'),
    paid: false,
    status: 'pending',
  });
  const processing = await store.put({
    ...intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'processing',
    [dueField]: seconds() + store.debitSeconds.answer,
  });
  await store.emit('charge.pending', charge);
  await store.emit('payment_intent.processing', processing);
  return processing;
}

/** Activates a subscription as soon as its first payment is pending. */
async function beginSubscription(store: Store, intent: Thing, method: Thing): Promise<void> {
  const subscription = await subscriptionOf(store, intent);
  if (!subscription) return;
  const begun = { ...subscription, default_payment_method: method.id, status: 'active' };
  await store.emit('customer.subscription.updated', await store.put(begun));
}

/** Performs the bank's next action for a debit: confirms it, rejects it, or returns the money. */
async function takeNextStep(store: Store, intent: Thing): Promise<void> {
  const charge = await store.find(String(intent.latest_charge));
  const method = await store.find(String(intent.payment_method));
  if (!charge || !method) return;
  const { last4 } = method.sepa_debit as { last4: string };
  if (intent.status === 'succeeded') {
    await returnDebit(store, { ...intent, [dueField]: undefined }, charge);
  } else if (isOf(failing, last4)) {
    const failed = await store.put({ ...charge, status: 'failed' });
    await store.emit('charge.failed', failed);
    const { [dueField]: _, ...rest } = intent;
    await failPayment(store, rest as Thing, { ...couldNotDebit, payment_method: method });
  } else {
    const due = isOf(returned, last4) ? seconds() + store.debitSeconds.return : undefined;
    await completePayment(store, { ...intent, [dueField]: due }, method);
  }
  if (intent.sandbox_invoice) await follow(store, String(intent.sandbox_invoice));
}

/**
 * Returns the money of a debit. Creates a dispute that is lost immediately, because a returned
 * debit cannot be contested.
 */
async function returnDebit(store: Store, intent: Thing, charge: Thing): Promise<void> {
  await store.put(intent);
  await store.put({ ...charge, disputed: true });
  const dispute = await store.put({
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'debit_not_authorized',
    status: 'lost',
  });
  await store.emit('charge.dispute.created', dispute);
  await store.emit('charge.dispute.closed', dispute);
}

/** Performs all actions of banks that are due. */
export async function answerDebits(store: Store): Promise<void> {
  const next = await store.nextDue(dueField);
  if (next === undefined || next > seconds()) return;
  for (const intent of await store.due(dueField, seconds())) await takeNextStep(store, intent);
}
