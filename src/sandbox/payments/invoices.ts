import { invalid } from './api-error';
import { behaviourOf, type Decline } from './cards';
import { putCharge } from './charges';
import { type Form, listIn } from './form';
import { methodTypesOf } from './intents';
import { newId, type Store, seconds, type Thing } from './store';

export interface Line {
  amount: number;
  description: string;
  /** Paid period, in seconds. */
  period: { start: number; end: number };
  proration?: boolean;
  /** Ids of tax rates that replace those of the subscription. */
  tax_rates?: readonly string[];
}

/** Returns the tax of an amount. Each line is rounded to the smallest unit, as at Stripe. */
function taxOf(amount: number, rate: Thing): number {
  const percentage = Number(rate.percentage);
  const share = rate.inclusive ? percentage / (100 + percentage) : percentage / 100;
  return Math.sign(amount) * Math.round(Math.abs(amount) * share);
}

/**
 * Returns lines in Stripe's format. Lines without their own tax rates get those of the
 * subscription.
 */
async function presentLines(store: Store, subscription: Thing, lines: readonly Line[]) {
  const defaults = (subscription.default_tax_rates as string[] | undefined) ?? [];
  const ratesOf = async ({ tax_rates: own = [] }: Line) => {
    const ids = own.length > 0 ? own : defaults;
    const found = await Promise.all(ids.map((id) => store.find(id)));
    return found.filter((rate) => rate !== undefined);
  };
  const taxed = await Promise.all(
    lines.map(async (line) => ({ ...line, rates: await ratesOf(line) })),
  );
  return taxed.map(({ proration = false, rates, ...line }) => ({
    ...line,
    id: newId('il'),
    object: 'line_item',
    currency: subscription.currency,
    discount_amounts: [],
    quantity: 1,
    parent: {
      invoice_item_details: null,
      subscription_item_details: { proration, subscription: subscription.id },
      type: 'subscription_item_details',
    },
    taxes: rates.map((rate) => ({
      amount: taxOf(line.amount, rate),
      tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxable_amount: line.amount - (rate.inclusive ? taxOf(line.amount, rate) : 0),
      type: 'tax_rate_details',
    })),
  }));
}

function sumOf(lines: Awaited<ReturnType<typeof presentLines>>) {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const added = lines
    .flatMap(({ taxes }) => taxes)
    .filter(({ tax_behavior }) => tax_behavior === 'exclusive');
  return { subtotal, total: added.reduce((sum, { amount }) => sum + amount, subtotal) };
}

/** Returns the billed amounts with taxes, minus the customer's credit. */
export async function amountsOf(store: Store, subscription: Thing, billed: readonly Line[]) {
  const customer = await store.find(String(subscription.customer));
  const lines = await presentLines(store, subscription, billed);
  const { subtotal, total } = sumOf(lines);
  const balance = Number(customer?.balance ?? 0);
  const due = Math.max(0, total + balance);
  const endingBalance = total + balance - due;
  return { lines, subtotal, total, startingBalance: balance, due, endingBalance };
}

/** Creates an open invoice, with the intent to pay it. */
export async function bill(
  store: Store,
  subscription: Thing,
  lines: readonly Line[],
  reason: string,
): Promise<Thing> {
  const customerId = String(subscription.customer);
  const amounts = await amountsOf(store, subscription, lines);
  const id = newId('in');
  const currency = String(subscription.currency);
  const intent =
    amounts.due > 0
      ? await store.put({
          id: newId('pi'),
          object: 'payment_intent',
          amount: amounts.due,
          amount_received: 0,
          client_secret: '',
          created: seconds(),
          currency,
          customer: customerId,
          last_payment_error: null,
          latest_charge: null,
          livemode: false,
          metadata: {},
          next_action: null,
          payment_method: null,
          payment_method_types: methodTypesOf(currency),
          status: 'requires_payment_method',
          sandbox_invoice: id,
        })
      : undefined;
  if (intent) await store.put({ ...intent, client_secret: `${intent.id}_secret_${newId('s')}` });
  const secret = intent ? (await store.find(intent.id))?.client_secret : undefined;
  const payment = intent && {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amounts.due,
    created: seconds(),
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  if (payment) await store.put(payment);
  const customer = await store.find(customerId);
  if (customer) await store.put({ ...customer, balance: amounts.endingBalance });
  const invoice = await store.put({
    id,
    object: 'invoice',
    amount_due: amounts.due,
    amount_paid: 0,
    amount_remaining: amounts.due,
    attempt_count: 0,
    attempted: false,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    confirmation_secret: secret ? { client_secret: secret, type: 'payment_intent' } : null,
    created: seconds(),
    currency,
    customer: customerId,
    ending_balance: amounts.endingBalance,
    lines: {
      object: 'list',
      data: amounts.lines,
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: subscription.id },
      type: 'subscription_details',
    },
    payments: {
      object: 'list',
      data: payment ? [payment] : [],
      has_more: false,
      url: '/v1/invoice_payments',
    },
    starting_balance: amounts.startingBalance,
    status: 'open',
    status_transitions: { finalized_at: seconds(), paid_at: null },
    subtotal: amounts.subtotal,
    total: amounts.total,
    default_tax_rates: subscription.default_tax_rates ?? [],
  });
  await store.put({ ...subscription, latest_invoice: id });
  await store.emit('invoice.created', invoice);
  await store.emit('invoice.finalized', invoice);
  return amounts.due === 0 ? settle(store, invoice, null) : invoice;
}

/** Changes the tax rates of a draft. */
export async function updateDraft(store: Store, invoice: Thing, form: Form): Promise<Thing> {
  if (invoice.status !== 'draft') throw invalid('Finalized invoices can’t be updated in this way');
  const default_tax_rates = listIn(form, 'default_tax_rates');
  const { parent, currency, customer } = invoice;
  const id = (parent as { subscription_details: { subscription: string } }).subscription_details
    .subscription;
  const { data } = invoice.lines as { data: (Line & Thing)[] };
  const lines = await presentLines(
    store,
    { id, object: 'subscription', currency, default_tax_rates },
    data,
  );
  const { subtotal, total } = sumOf(lines);
  const balance = Number(invoice.starting_balance);
  const due = Math.max(0, total + balance);
  const holder = await store.find(String(customer));
  if (holder) await store.put({ ...holder, balance: total + balance - due });
  for (const { payment } of (invoice.payments as { data: Thing[] }).data) {
    const intent = await store.find((payment as { payment_intent: string }).payment_intent);
    if (intent) await store.put({ ...intent, amount: due });
  }
  return store.put({
    ...invoice,
    ...{ default_tax_rates, subtotal, total, amount_due: due, amount_remaining: due },
    ending_balance: total + balance - due,
    lines: { ...(invoice.lines as object), data: lines },
  });
}

async function settle(store: Store, invoice: Thing, intentId: string | null): Promise<Thing> {
  const payments = (invoice.payments as { data: Thing[] }).data.map((payment) =>
    intentId ? { ...payment, status: 'paid', amount_paid: invoice.amount_due } : payment,
  );
  for (const payment of payments) await store.put(payment);
  const paid = await store.put({
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: Number(invoice.attempt_count) + 1,
    payments: { ...(invoice.payments as object), data: payments },
    status: 'paid',
    status_transitions: { ...(invoice.status_transitions as object), paid_at: seconds() },
  });
  await store.emit('invoice.paid', paid);
  await store.emit('invoice.payment_succeeded', paid);
  return paid;
}

/** Voids an open invoice, so that it can no longer be paid. */
export async function voidInvoice(store: Store, id: string): Promise<void> {
  const invoice = await store.find(id);
  if (invoice?.status !== 'open') return;
  for (const { payment } of (invoice.payments as { data: Thing[] }).data) {
    const intent = await store.find((payment as { payment_intent: string }).payment_intent);
    if (!intent) continue;
    const canceled = await store.put({ ...intent, status: 'canceled', next_action: null });
    await store.emit('payment_intent.canceled', canceled);
  }
  await store.emit('invoice.voided', await store.put({ ...invoice, status: 'void' }));
}

export async function failPayment(store: Store, intent: Thing, decline: Decline): Promise<Thing> {
  const failed = await store.put({
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: decline,
    next_action: null,
    payment_method: null,
  });
  await store.emit('payment_intent.payment_failed', failed);
  const invoice = await store.find(String(intent.sandbox_invoice));
  if (invoice) {
    const attempt_count = Number(invoice.attempt_count) + 1;
    const tried = await store.put({ ...invoice, attempted: true, attempt_count });
    await store.emit('invoice.payment_failed', tried);
  }
  return failed;
}

/** Marks an intent as paid. */
export async function completePayment(store: Store, intent: Thing, method: Thing): Promise<Thing> {
  const pending =
    intent.status === 'processing' && (await store.find(String(intent.latest_charge)));
  const charge = pending
    ? await store.put({ ...pending, paid: true, status: 'succeeded' })
    : await putCharge(store, intent, method);
  const paid = await store.put({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  await store.emit('payment_intent.succeeded', paid);
  await store.emit('charge.succeeded', charge);
  const invoice = await store.find(String(intent.sandbox_invoice));
  if (invoice) await settle(store, invoice, intent.id);
  return paid;
}

export const declineOf = (method: Thing, isOnSession: boolean): Decline | undefined => {
  const card = method.card as { last4: string } | undefined;
  if (!card) return undefined;
  const { atOnce, later } = behaviourOf(card.last4);
  const decline = isOnSession ? atOnce : (atOnce ?? later);
  return decline && { ...decline, payment_method: method };
};
