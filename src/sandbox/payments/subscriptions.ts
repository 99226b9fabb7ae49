import { invalid, missing, StripeApiError } from './api-error';
import { follow } from './follow';
import { type Form, listIn, partOf, textIn } from './form';
import { bill, type Line, voidInvoice } from './invoices';
import { payAlone } from './pay-alone';
import { newId, type Store, seconds, type Thing } from './store';

interface Item {
  id: string;
  price: Thing;
  current_period_start: number;
  current_period_end: number;
  /** Tax rates that replace those of the subscription. */
  tax_rates?: readonly string[];
  [field: string]: unknown;
}

const itemOf = (subscription: Thing): Item => {
  const [item] = (subscription.items as { data: Item[] }).data;
  if (!item) throw invalid('The subscription has no item');
  return item;
};

const withItem = (subscription: Thing, item: Item): Thing => ({
  ...subscription,
  items: { ...(subscription.items as object), data: [item] },
});

const intervalOf = (price: Thing): string => (price.recurring as { interval: string }).interval;

/**
 * Returns the same day of the next month or year, or the last day of that month, as Unix time in
 * seconds.
 */
function periodEnd(start: number, interval: string): number {
  const months = interval === 'year' ? 12 : 1;
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1000);
}

export async function createSubscription(store: Store, form: Form): Promise<Thing> {
  const customer = textIn(form, 'customer') ?? '';
  const price = await store.find(textIn(partOf(partOf(form, 'items'), '0'), 'price') ?? '');
  if (!(await store.find(customer))) throw missing(`customer: '${customer}'`);
  if (!price) throw missing('price');
  const id = newId('sub');
  const start = seconds();
  const item: Item = {
    id: newId('si'),
    object: 'subscription_item',
    created: start,
    current_period_start: start,
    current_period_end: periodEnd(start, intervalOf(price)),
    metadata: {},
    price,
    quantity: 1,
    subscription: id,
  };
  const subscription = await store.put({
    id,
    object: 'subscription',
    billing_cycle_anchor: start,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: start,
    currency: price.currency,
    customer,
    default_payment_method: null,
    default_tax_rates: listIn(form, 'default_tax_rates'),
    ended_at: null,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: {},
    start_date: start,
    status: 'incomplete',
    trial_end: null,
  });
  const line = {
    amount: Number(price.unit_amount),
    description: 'Subscription',
    period: { start, end: item.current_period_end },
  };
  await bill(store, subscription, [line], 'subscription_create');
  const made = (await store.find(id)) ?? subscription;
  await store.emit('customer.subscription.created', made);
  return made;
}

/** Voids an invoice. Voiding the first invoice of a subscription also ends the subscription. */
export async function voidFor(store: Store, invoice: Thing): Promise<void> {
  await voidInvoice(store, invoice.id);
  const parent = invoice.parent as { subscription_details: { subscription: string } };
  const subscription = await store.find(parent.subscription_details.subscription);
  if (subscription?.status !== 'incomplete') return;
  const expired = await store.put({
    ...subscription,
    status: 'incomplete_expired',
    ended_at: seconds(),
  });
  await store.emit('customer.subscription.updated', expired);
}

export async function cancelSubscription(store: Store, subscription: Thing): Promise<Thing> {
  if (subscription.ended_at) return subscription;
  const now = seconds();
  if (typeof subscription.latest_invoice === 'string') {
    await voidInvoice(store, subscription.latest_invoice);
  }
  const status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
  const over = await store.put({ ...subscription, status, canceled_at: now, ended_at: now });
  await store.emit('customer.subscription.deleted', over);
  return over;
}

/**
 * Returns an item with the tax rates of a form. An empty value removes the item's own tax rates.
 */
function taxedItem(item: Item, form: Form): Item {
  return form.tax_rates === undefined ? item : { ...item, tax_rates: listIn(form, 'tax_rates') };
}

/**
 * Returns the lines for a change of price at a time. The unused part of the old price is credited,
 * with the tax rates that the item had before.
 *
 * @param form the changed item
 */
export function prorate(
  subscription: Thing,
  price: Thing,
  at: number,
  form: Form,
): { lines: Line[]; item: Item } {
  const item = itemOf(subscription);
  const next = taxedItem(item, form);
  const { current_period_start: start, current_period_end: end } = item;
  // After a skip, the period can begin in the future, which never happens at Stripe. In that case,
  // the whole period counts as unused.
  if (at > end) throw invalid('proration_date is outside the current period');
  const left = Math.min(1, Math.max(0, (end - at) / (end - start)));
  const isSame = intervalOf(price) === intervalOf(item.price);
  const amount = Number(price.unit_amount);
  return {
    lines: [
      {
        amount: -Math.round(Number(item.price.unit_amount) * left),
        description: 'Unused time of the plan before',
        period: { start: Math.max(at, start), end },
        proration: true,
        tax_rates: item.tax_rates ?? [],
      },
      {
        amount: isSame ? Math.round(amount * left) : amount,
        description: 'Remaining time of the new plan',
        period: isSame
          ? { start: Math.max(at, start), end }
          : { start: at, end: periodEnd(at, intervalOf(price)) },
        proration: isSame,
        tax_rates: next.tax_rates ?? [],
      },
    ],
    item: {
      ...next,
      price,
      ...(!isSame && {
        current_period_start: at,
        current_period_end: periodEnd(at, intervalOf(price)),
      }),
    },
  };
}

export async function updateSubscription(
  store: Store,
  subscription: Thing,
  form: Form,
): Promise<Thing> {
  if (subscription.ended_at) throw invalid('A canceled subscription cannot be updated');
  let changed: Thing = { ...subscription };
  const ending = textIn(form, 'cancel_at_period_end');
  if (ending !== undefined) {
    const isEnding = ending === 'true';
    changed = {
      ...changed,
      cancel_at_period_end: isEnding,
      cancel_at: isEnding ? itemOf(changed).current_period_end : null,
      canceled_at: isEnding ? seconds() : null,
    };
  }
  if (form.default_tax_rates !== undefined) {
    changed = { ...changed, default_tax_rates: listIn(form, 'default_tax_rates') };
  }
  const method = textIn(form, 'default_payment_method');
  if (method) changed.default_payment_method = method;
  const itemForm = partOf(partOf(form, 'items'), '0');
  const priceId = textIn(itemForm, 'price');
  if (!priceId) changed = withItem(changed, taxedItem(itemOf(changed), itemForm));
  if (priceId && priceId !== itemOf(changed).price.id) {
    const price = await store.find(priceId);
    if (!price) throw missing('price');
    const at = Number(textIn(form, 'proration_date') ?? seconds());
    const { lines, item } = prorate(changed, price, at, itemForm);
    changed = await store.put(withItem(changed, item));
    const invoice = await bill(store, changed, lines, 'subscription_update');
    const decline = await payAlone(store, invoice.id, changed.default_payment_method);
    // Undoes all changes, as `error_if_incomplete` requires.
    if (decline) throw new StripeApiError(402, decline);
    changed = (await store.find(changed.id)) ?? changed;
  }
  await store.put(changed);
  await store.emit('customer.subscription.updated', changed);
  return changed;
}

/** Charges for the next period of a subscription. */
export async function renew(store: Store, subscription: Thing): Promise<void> {
  if (subscription.cancel_at_period_end) {
    await cancelSubscription(store, subscription);
    return;
  }
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const renewed = await store.put(
    withItem(subscription, {
      ...item,
      current_period_start: start,
      current_period_end: periodEnd(start, intervalOf(item.price)),
    }),
  );
  const line = {
    amount: Number(item.price.unit_amount),
    description: 'Subscription',
    period: { start, end: periodEnd(start, intervalOf(item.price)) },
    tax_rates: item.tax_rates ?? [],
  };
  const invoice = await bill(store, renewed, [line], 'subscription_cycle');
  await payAlone(store, invoice.id, renewed.default_payment_method);
  const now = (await store.find(renewed.id)) ?? renewed;
  await store.emit('customer.subscription.updated', now);
  await follow(store, invoice.id);
}
