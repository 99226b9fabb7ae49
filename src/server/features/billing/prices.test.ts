import { describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';
import { plansOf } from '~/testing/plans';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();
const { stripe } = plansOf(at);

async function subscriptionOf(user: CurrentUser) {
  const [row] = await at.app.sql`
    select s.*, p.name as plan, u.stripe_customer_id as customer
    from subscriptions s join users u on u.id = s.user_id left join plans p on p.id = s.plan_id
    where s.user_id = ${user.id} order by s.id desc limit 1`;
  if (!row) throw new Error('this client has no subscription');
  return row;
}

const mine = (user: CurrentUser) => callerOf(user, at.app.services).billing.mine();
const adminOf = async () =>
  callerOf({ ...(await makeClient(at.app.sql)), isAdmin: true, role: 'owner' }, at.app.services)
    .admin;

/** Moves the subscription to another price, as in Stripe's dashboard. */
async function moveTo(subscription: string, price: object): Promise<void> {
  await at.sandbox.within(async (store) => {
    const thing = await store.find(subscription);
    const items = thing?.items as { data: object[] };
    const changed = { ...items, data: [{ ...items.data[0], price }] };
    if (thing) await store.put({ ...thing, items: changed });
  });
  await stripe.change(subscription, {}, 'customer.subscription.updated');
  await at.settled();
}

describe('a price that was archived at Stripe and replaced', () => {
  it('keeps its plan, so that renewals and ends of its subscriptions are applied', async () => {
    const first = await at.subscriber();
    const [row] = await at.app.sql`
      select stripe_price_id as id from plan_prices order by id limit 1`;
    const old: string = row?.id;
    await stripe.change(old, { active: false, lookup_key: null });
    const second = await at.subscriber();
    const [current] = await at.app.sql`
      select stripe_price_id as id from plan_prices order by id limit 1`;
    expect(current?.id).not.toBe(old);
    expect(await at.app.sql`select stripe_price_id as id from former_prices`).toEqual([
      { id: old },
    ]);

    const { stripe_subscription_id: id, plan } = await subscriptionOf(first);
    await at.sandbox.skipToRenewal(id);
    await at.settled();
    expect(await callerOf(first, at.app.services).billing.payments()).toMatchObject([
      { status: 'completed', description: `${plan}, monthly` },
      { status: 'completed' },
    ]);
    await stripe.call('DELETE', `subscriptions/${id}`);
    await at.settled();
    expect(await subscriptionOf(first)).toMatchObject({ status: 'canceled', plan, note: '' });
    expect(await mine(second)).toMatchObject({ status: 'active', plan: { name: plan } });
  });
});

describe('an unknown price', () => {
  it('does not change the plan of a stored subscription, and adds a note for the admin', async () => {
    const user = await at.subscriber();
    const { stripe_subscription_id: id, plan } = await subscriptionOf(user);
    const price = await stripe.makePrice(7700);
    await moveTo(id, price);
    const note = `Paid at a price this site does not know: ${price.id}`;
    expect(await mine(user)).toMatchObject({ plan: { name: plan }, amount: '77.00' });

    await at.sandbox.skipToRenewal(id);
    await at.settled();
    const { payments } = await adminOf();
    expect((await payments.page({ search: user.email })).rows).toMatchObject([
      { amount: '77.00', status: 'completed', note },
      { status: 'completed', note },
    ]);
    const events = await payments.events({ search: 'customer.subscription.updated' });
    expect(events.rows[0]).toMatchObject({ state: 'applied', note });

    const { billing } = callerOf(user, at.app.services);
    expect(await billing.cancel()).toMatchObject({ cancelAtPeriodEnd: true });
    await stripe.call('DELETE', `subscriptions/${id}`);
    await at.settled();
    expect(await mine(user)).toBeNull();
  });

  it('is stored without a plan for a new subscription, whose later events are applied', async () => {
    const user = await at.subscriber();
    const { customer, stripe_subscription_id: first } = await subscriptionOf(user);
    await stripe.call('DELETE', `subscriptions/${first}`);
    const price = await stripe.makePrice(8800);
    const id = await stripe.subscribe(customer, price.id);
    await at.settled();
    const note = `Paid at a price this site does not know: ${price.id}`;
    expect(await subscriptionOf(user)).toMatchObject({
      stripe_subscription_id: id,
      plan: null,
      status: 'active',
      note,
    });
    expect(await mine(user)).toMatchObject({ plan: null, amount: '88.00', status: 'active' });
    const admin = await adminOf();
    expect((await admin.payments.page({ search: user.email })).rows[0]).toMatchObject({
      amount: '88.00',
      description: 'Subscription, monthly',
      note,
    });
    expect((await admin.users.page({ search: user.email })).rows).toMatchObject([
      { plan: 'Unknown plan' },
    ]);

    await stripe.call('DELETE', `subscriptions/${id}`);
    await at.settled();
    expect(await subscriptionOf(user)).toMatchObject({ status: 'canceled' });
    expect(await mine(user)).toBeNull();
  });

  it('does not replace the client’s subscription with a plan', async () => {
    const user = await at.subscriber();
    const { customer, stripe_subscription_id: id, plan } = await subscriptionOf(user);
    const price = await stripe.makePrice();
    await stripe.subscribe(customer, price.id);
    await at.settled();
    expect(await mine(user)).toMatchObject({ plan: { name: plan } });
    const rows = await at.app.sql`
      select stripe_subscription_id as id from subscriptions
      where user_id = ${user.id} and status = 'active'`;
    expect(rows).toEqual([{ id }]);
  });
});
