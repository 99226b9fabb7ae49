import { invalid, missing, StripeApiError } from './api-error';
import { follow } from './follow';
import { type Form, listIn, partOf, textIn, textsIn } from './form';
import { cancelIntent, createIntent } from './intents';
import { amountsOf, updateDraft } from './invoices';
import { payAlone } from './pay-alone';
import { newId, type Store, seconds, type Thing } from './store';
import {
  cancelSubscription,
  createSubscription,
  prorate,
  updateSubscription,
  voidFor,
} from './subscriptions';

interface Asked {
  store: Store;
  id: string;
  form: Form;
  /** Id of the fake Stripe account that the keys belong to. */
  account: string;
}

/** Page of a list. Stripe's format has `object: 'list'` in addition. */
interface Part {
  data: Thing[];
  has_more: boolean;
}

type Handler = (asked: Asked) => Promise<Thing | Thing[] | Part>;

async function found(store: Store, id: string, object: string): Promise<Thing> {
  const thing = await store.find(id);
  if (thing?.object !== object) throw missing(`${object}: '${id}'`);
  return thing;
}

const retrieve =
  (object: string): Handler =>
  ({ store, id }) =>
    found(store, id, object);

const listOf =
  (object: string, ...fields: string[]): Handler =>
  async ({ store, form }) => {
    const wanted = fields.flatMap((field) => {
      const value = textIn(form, field);
      return value ? [[field, value] as const] : [];
    });
    const limit = Math.min(100, Number(textIn(form, 'limit') ?? 10));
    return store.list(
      object,
      { customer: textIn(form, 'customer'), fields: Object.fromEntries(wanted) },
      limit,
    );
  };

const createProduct: Handler = async ({ store, form }) =>
  store.put({
    id: textIn(form, 'id') ?? newId('prod'),
    object: 'product',
    active: true,
    created: seconds(),
    livemode: false,
    metadata: textsIn(partOf(form, 'metadata')),
    name: textIn(form, 'name') ?? '',
  });

const createPrice: Handler = async ({ store, form }) =>
  store.put({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: seconds(),
    currency: textIn(form, 'currency'),
    livemode: false,
    lookup_key: textIn(form, 'lookup_key') ?? null,
    metadata: textsIn(partOf(form, 'metadata')),
    product: textIn(form, 'product'),
    recurring: { interval: textIn(partOf(form, 'recurring'), 'interval'), interval_count: 1 },
    type: 'recurring',
    unit_amount: Number(textIn(form, 'unit_amount')),
    unit_amount_decimal: textIn(form, 'unit_amount'),
  });

const listPrices: Handler = async ({ store, form }) => {
  const keys = listIn(form, 'lookup_keys');
  const lists = await Promise.all(
    keys.map((lookup_key) => store.list('price', { fields: { lookup_key } })),
  );
  return lists.flat();
};

const createTaxRate: Handler = async ({ store, form }) =>
  store.put({
    id: newId('txr'),
    object: 'tax_rate',
    active: true,
    created: seconds(),
    display_name: textIn(form, 'display_name') ?? '',
    inclusive: textIn(form, 'inclusive') === 'true',
    livemode: false,
    metadata: textsIn(partOf(form, 'metadata')),
    percentage: Number(textIn(form, 'percentage')),
  });

const createCustomer: Handler = async ({ store, form }) => {
  const customer = await store.put({
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: seconds(),
    email: textIn(form, 'email') ?? null,
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: textsIn(partOf(form, 'metadata')),
    name: textIn(form, 'name') ?? null,
  });
  await store.emit('customer.created', customer);
  return customer;
};

const updateCustomer: Handler = async ({ store, id, form }) => {
  const customer = await found(store, id, 'customer');
  const changed = { ...customer, ...textsIn(form) } as Thing;
  await store.emit('customer.updated', await store.put(changed));
  return changed;
};

const previewInvoice: Handler = async ({ store, form }) => {
  const subscription = await found(store, textIn(form, 'subscription') ?? '', 'subscription');
  const details = partOf(form, 'subscription_details');
  const item = partOf(partOf(details, 'items'), '0');
  const price = await found(store, textIn(item, 'price') ?? '', 'price');
  const at = Number(textIn(details, 'proration_date') ?? seconds());
  const { lines } = prorate(subscription, price, at, item);
  const rates = details.default_tax_rates;
  const taxed =
    rates === undefined
      ? subscription
      : { ...subscription, default_tax_rates: listIn(details, 'default_tax_rates') };
  const amounts = await amountsOf(store, taxed, lines);
  return {
    id: newId('upcoming_in'),
    object: 'invoice',
    amount_due: amounts.due,
    currency: subscription.currency,
    customer: subscription.customer,
    lines: {
      object: 'list',
      data: amounts.lines,
      has_more: false,
      url: '/v1/invoices/upcoming/lines',
    },
    status: 'draft',
    subtotal: amounts.subtotal,
    total: amounts.total,
  };
};

const payInvoice: Handler = async ({ store, id }) => {
  const invoice = await found(store, id, 'invoice');
  if (invoice.status !== 'open') throw invalid('Invoice is already paid');
  const parent = invoice.parent as { subscription_details: { subscription: string } };
  const subscription = await store.find(parent.subscription_details.subscription);
  const decline = await payAlone(store, id, subscription?.default_payment_method);
  await follow(store, id);
  if (decline) throw new StripeApiError(402, decline, true);
  return found(store, id, 'invoice');
};

const finalizeInvoice: Handler = async ({ store, id }) => {
  const invoice = await found(store, id, 'invoice');
  if (invoice.status !== 'draft') throw invalid('This invoice is already finalized');
  const open = await store.put({ ...invoice, status: 'open' });
  await store.emit('invoice.finalized', open);
  return open;
};

const createSetupIntent: Handler = async ({ store, form }) => {
  const id = newId('seti');
  return store.put({
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${newId('s')}`,
    created: seconds(),
    customer: textIn(form, 'customer') ?? null,
    last_setup_error: null,
    livemode: false,
    metadata: textsIn(partOf(form, 'metadata')),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    usage: textIn(form, 'usage') ?? 'off_session',
  });
};

const createRefund: Handler = async ({ store, form }) => {
  const intent = await found(store, textIn(form, 'payment_intent') ?? '', 'payment_intent');
  const charge = await found(store, String(intent.latest_charge), 'charge');
  const left = Number(charge.amount) - Number(charge.amount_refunded);
  const amount = Number(textIn(form, 'amount') ?? left);
  if (amount <= 0 || amount > left) throw invalid('Refund amount is greater than what is left');
  const refund = await store.put({
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    metadata: {},
    payment_intent: intent.id,
    reason: null,
    status: 'succeeded',
  });
  const amount_refunded = Number(charge.amount_refunded) + amount;
  const refunded = amount_refunded === charge.amount;
  const before = (charge.refunds as { data: Thing[] } | undefined)?.data ?? [];
  const refunds = { object: 'list', data: [refund, ...before] };
  const changed = await store.put({ ...charge, amount_refunded, refunded, refunds });
  await store.emit('refund.created', refund);
  await store.emit('charge.refunded', changed);
  return refund;
};

const listInvoices: Handler = async (asked) => {
  const wanted = textIn(asked.form, 'subscription');
  const all = (await listOf('invoice', 'status')(asked)) as Thing[];
  const subscriptionOf = ({ parent }: Thing) =>
    (parent as { subscription_details: { subscription: string } }).subscription_details
      .subscription;
  return all.filter((invoice) => !wanted || subscriptionOf(invoice) === wanted);
};

const listInvoicePayments: Handler = async ({ store, form }) => {
  const intent = textIn(partOf(form, 'payment'), 'payment_intent');
  const all = await store.list('invoice_payment');
  return all.filter(
    ({ payment }) => (payment as { payment_intent: string }).payment_intent === intent,
  );
};

/** Returns events, newest first: up to `limit` events after the event `starting_after`. */
const listEvents: Handler = async ({ store, form }) => {
  const since = Number(textIn(partOf(form, 'created'), 'gte') ?? 0);
  const limit = Math.min(100, Number(textIn(form, 'limit') ?? 10));
  const after = textIn(form, 'starting_after');
  if (after) await found(store, after, 'event');
  const data = await store.list('event', { since, after }, limit + 1);
  return { data: data.slice(0, limit), has_more: data.length > limit };
};

const voidInvoice: Handler = async ({ store, id }) => {
  const invoice = await found(store, id, 'invoice');
  if (invoice.status !== 'open') {
    throw invalid(`You can only void an invoice that is open. This one is ${invoice.status}.`);
  }
  await voidFor(store, invoice);
  return found(store, id, 'invoice');
};

/** Fake of the Stripe endpoints that the product uses. */
export const endpoints: Record<string, Handler> = {
  'GET account': async ({ account }) => ({ id: account, object: 'account' }),
  'POST products': createProduct,
  'GET products/:id': retrieve('product'),
  'POST prices': createPrice,
  'GET prices': listPrices,
  'POST tax_rates': createTaxRate,
  'GET tax_rates/:id': retrieve('tax_rate'),
  'POST customers': createCustomer,
  'GET customers/:id': retrieve('customer'),
  'POST customers/:id': updateCustomer,
  'GET customers': listOf('customer', 'email'),
  'POST subscriptions': ({ store, form }) => createSubscription(store, form),
  'GET subscriptions': listOf('subscription'),
  'GET subscriptions/:id': retrieve('subscription'),
  'POST subscriptions/:id': async ({ store, id, form }) =>
    updateSubscription(store, await found(store, id, 'subscription'), form),
  'DELETE subscriptions/:id': async ({ store, id }) =>
    cancelSubscription(store, await found(store, id, 'subscription')),
  'GET invoices': listInvoices,
  'POST invoices/create_preview': previewInvoice,
  'GET invoices/:id': retrieve('invoice'),
  'POST invoices/:id': async ({ store, id, form }) =>
    updateDraft(store, await found(store, id, 'invoice'), form),
  'POST invoices/:id/finalize': finalizeInvoice,
  'POST invoices/:id/pay': payInvoice,
  'POST invoices/:id/void': voidInvoice,
  'GET invoice_payments': listInvoicePayments,
  'POST payment_intents': ({ store, form }) => createIntent(store, form),
  'GET payment_intents/:id': retrieve('payment_intent'),
  'POST payment_intents/:id/cancel': async ({ store, id }) =>
    cancelIntent(store, await found(store, id, 'payment_intent')),
  'GET disputes': listOf('dispute', 'payment_intent'),
  'POST setup_intents': createSetupIntent,
  'GET setup_intents': listOf('setup_intent'),
  'GET setup_intents/:id': retrieve('setup_intent'),
  'POST refunds': createRefund,
  'GET events': listEvents,
};
