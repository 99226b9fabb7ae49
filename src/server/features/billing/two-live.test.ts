import { expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { confirmIntent } from '~/sandbox/payments/confirm';
import { plansOf } from '~/testing/plans';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();
const { billingOf, mailsTo } = plansOf(at);

const askStripe = async (method: string, path: string, body?: string) => {
  const request = { method, ...(body !== undefined && { body }) };
  const response = await at.sandbox.fetch(`https://api.stripe.com/v1/${path}`, request);
  return response.json();
};

/**
 * Creates and pays a subscription in the dashboard of the fake Stripe, bypassing our checkout, at the price of the first
 * one.
 */
async function makeByHand(user: CurrentUser, isOlder: boolean): Promise<string> {
  const [row] = await at.app.sql`
    select stripe_customer_id as customer, stripe_price_id as price
    from users join subscriptions on user_id = users.id join plan_prices
      on plan_prices.plan_id = subscriptions.plan_id and plan_prices.cycle = subscriptions.cycle
    where users.id = ${user.id}`;
  const { id, latest_invoice } = await askStripe(
    'POST',
    'subscriptions',
    `customer=${row?.customer}&items[0][price]=${row?.price}&expand[0]=latest_invoice.confirmation_secret`,
  );
  const made = Math.floor(Date.now() / 1000) + (isOlder ? -1000 : 1000);
  await at.app.sql`
    update sandbox_objects set body = body || jsonb_build_object('created', ${made}::int) where id = ${id}`;
  await at.sandbox.within((store) =>
    confirmIntent(store, latest_invoice.confirmation_secret.client_secret, {
      last4: '4242',
      expMonth: 12,
      expYear: 2034,
    }),
  );
  await at.settled();
  return id;
}

const failed = () =>
  at.app.sql`select type, last_error from stripe_events where applied_at is null`;
const liveOf = async (user: CurrentUser) => {
  const rows = await at.app.sql`
    select stripe_subscription_id as id from subscriptions
    where user_id = ${user.id} and status = 'active'`;
  return rows.map(({ id }) => id);
};

it.each([
  ['newer', false],
  ['older', true],
])(
  'a second live subscription that is %s is stored, and the newest one determines the plan',
  async (_, isOlder) => {
    const user = await at.subscriber();
    const [first] = await liveOf(user);
    const second = await makeByHand(user, isOlder);
    expect(await failed()).toEqual([]);
    expect(await liveOf(user)).toEqual([isOlder ? first : second]);
    const billing = billingOf(user);
    expect(await billing.mine()).toMatchObject({ status: 'active' });
    // Both payments are stored, and no email says that one subscription ended.
    expect((await billing.payments()).map(({ status }) => status)).toEqual([
      'completed',
      'completed',
    ]);
    expect(await mailsTo(user)).toEqual(['payment_received', 'payment_received']);

    const [counts, other] = isOlder ? [first, second] : [second, first];
    await askStripe('DELETE', `subscriptions/${counts}`);
    await at.settled();
    expect(await failed()).toEqual([]);
    expect(await liveOf(user)).toEqual([other]);
    await askStripe('DELETE', `subscriptions/${other}`);
    await at.settled();
    expect(await billing.mine()).toBeNull();
  },
);
