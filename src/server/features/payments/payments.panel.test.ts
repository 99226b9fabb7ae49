import { beforeAll, describe, expect, it } from 'vitest';

import { shownPaymentStatus } from '~/contract/billing/payment-filters';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { leakIn } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';
import { testStripeApp } from '~/testing/stripe-app';
import { stripeCallsOf } from '~/testing/stripe-calls';

const at = testStripeApp();
let admin: CurrentUser;

beforeAll(async () => {
  admin = { ...(await makeClient(at.app.sql)), firstName: 'Ada', isAdmin: true, role: 'owner' };
});

const money = () => callerOf(admin, at.app.services).admin.payments;
const paymentsOf = (user: CurrentUser) => callerOf(user, at.app.services).billing.payments();
const spent = (user: CurrentUser) => at.app.services.billing.spentCents(user.id);
const centsOf = (decimal: string) => Math.round(Number(decimal) * 100);

async function paid(): Promise<{ user: CurrentUser; id: number; amount: string; cents: number }> {
  const user = await at.subscriber();
  const [payment] = await paymentsOf(user);
  if (payment?.status !== 'completed') throw new Error('it was not paid');
  return { user, id: payment.id, amount: payment.amount, cents: centsOf(payment.amount) };
}

const written = (id: number) => at.app.sql`
  select action, actor_id, description from audit_log where about = ${`payment:${id}`} order by id`;

const refundsAtStripe = async () =>
  (await at.app.sql`select 1 from sandbox_objects where object = 'refund'`).length;

describe('a refund', () => {
  it('refunds in full and records the admin', async () => {
    const { user, id, amount } = await paid();
    expect(await money().refund({ id })).toMatchObject({
      id,
      status: 'refunded',
      amount,
      refunded: amount,
      client_email: user.email,
    });
    await at.settled();
    expect(await paymentsOf(user)).toMatchObject([{ status: 'refunded', refunded: amount }]);
    expect(await spent(user)).toBe(0);
    expect(await written(id)).toEqual([
      {
        action: 'payment.refund',
        actor_id: admin.id,
        description: `Ada Client refunded all that is left of ${amount} USD to Clara Client`,
      },
    ]);
  });

  it('adds partial refunds up to the cent, and rejects more than was paid', async () => {
    const { user, id, amount, cents } = await paid();
    expect(await money().refund({ id, amount: '0.01' })).toMatchObject({
      status: 'completed',
      refunded: '0.01',
    });
    expect(await spent(user)).toBe(cents - 1);
    expect(await money().refund({ id, amount: '19.99' })).toMatchObject({ refunded: '20.00' });
    expect(await spent(user)).toBe(cents - 2000);
    const inPart = await money().page({ status: 'partially_refunded', search: user.email });
    expect(inPart.rows.map((row) => [row.id, shownPaymentStatus(row)])).toEqual([
      [id, 'partially_refunded'],
    ]);
    const made = await refundsAtStripe();
    for (const tooMuch of [amount, (cents - 1999) / 100, '0']) {
      await expect(money().refund({ id, amount: tooMuch })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
    }
    expect(await refundsAtStripe()).toBe(made);
    expect(await spent(user)).toBe(cents - 2000);
    expect(await money().refund({ id, amount: (cents - 2000) / 100 })).toMatchObject({
      status: 'refunded',
      refunded: amount,
    });
    await at.settled();
    expect(await spent(user)).toBe(0);
    const rows = await at.app
      .sql`select cents::int from refunds where payment_id = ${id} order by id`;
    expect(rows.map((row) => row.cents)).toEqual([1, 1999, cents - 2000]);
    expect((await written(id)).map(({ action }) => action)).toEqual([
      'payment.refund',
      'payment.refund',
      ...['payment.refund', 'payment.refund_failed'],
      ...['payment.refund', 'payment.refund_failed'],
      ...['payment.refund', 'payment.refund_failed'],
      'payment.refund',
    ]);
  });

  it('rejects a payment that is disputed, pending, failed or refunded', async () => {
    const { id } = await paid();
    const made = await refundsAtStripe();
    at.stripe.refusal = { type: 'invalid_request_error', code: 'charge_disputed', message: 'no' };
    try {
      await expect(money().refund({ id })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('disputes'),
      });
    } finally {
      at.stripe.refusal = undefined;
    }
    for (const status of ['pending', 'failed', 'refunded']) {
      await at.app.sql`update payments set status = ${status} where id = ${id}`;
      await expect(money().refund({ id })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'Only what was paid can be refunded',
      });
    }
    expect(await refundsAtStripe()).toBe(made);
  });

  it('answers 404 for an unknown payment and records nothing', async () => {
    await expect(money().refund({ id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await written(999_999)).toEqual([]);
  });

  it('reports an outage of Stripe and refunds nothing', async () => {
    const { user, id, cents } = await paid();
    at.stripe.isAway = true;
    try {
      await expect(money().refund({ id })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    } finally {
      at.stripe.isAway = false;
    }
    expect(await spent(user)).toBe(cents);
    expect(await money().refund({ id })).toMatchObject({ status: 'refunded' });
  }, 20_000);
});

describe('concurrent refunds', () => {
  it('make one refund of two, and explain the error', async () => {
    const { user, id, cents } = await paid();
    const answers = await Promise.allSettled([
      money().refund({ id }),
      money().refund({ id, amount: '1.00' }),
    ]);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBeLessThan(2);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/refund/i),
      });
    }
    await at.settled();
    const [charge] = await at.app.sql`
      select (body ->> 'amount_refunded')::int as cents from sandbox_objects
      where object = 'charge' and customer = (
        select stripe_customer_id from users where id = ${user.id})`;
    expect(await spent(user)).toBe(cents - charge?.cents);
    expect(charge?.cents).toBeGreaterThan(0);
  });
});

describe('the error of a failed event', () => {
  it('hides internals from the admin and is logged in full', async () => {
    const { user } = await paid();
    const [row] = await at.app.sql`
      select stripe_subscription_id as id from subscriptions where user_id = ${user.id}`;
    const from = at.sent.length;
    await at.app.sql`alter table subscriptions rename to subscriptions_away`;
    try {
      await stripeCallsOf(at.sandbox).change(row?.id, {}, 'customer.subscription.updated');
      await at.settled();
    } finally {
      await at.app.sql`alter table subscriptions_away rename to subscriptions`;
    }
    const [event] = at.sent.slice(from).map((body) => JSON.parse(body) as { id: string });
    const { rows } = await money().events({ search: event?.id });
    expect(rows).toMatchObject([
      { state: 'failed', lastError: 'It could not be applied. See the server log.' },
    ]);
    expect(leakIn(JSON.stringify(rows))).toBeUndefined();
    expect(at.app.logLines.some((line) => line.includes(event?.id ?? 'no event'))).toBe(true);
    await money().replay({ id: event?.id ?? '' });
  });
});

describe('replaying an event', () => {
  const eventsOf = (bodies: string[]): { id: string }[] => bodies.map((body) => JSON.parse(body));

  it('changes nothing if it was applied', async () => {
    const from = at.sent.length;
    const { user, cents } = await paid();
    const before = await paymentsOf(user);
    for (const { id } of eventsOf(at.sent.slice(from)))
      expect(await money().replay({ id })).toBe(null);
    expect(await paymentsOf(user)).toEqual(before);
    expect(await spent(user)).toBe(cents);
    expect(await at.app.sql`select kind from mails where "to" = ${user.email}`).toEqual([
      { kind: 'payment_received' },
    ]);
  });

  it('applies a failed one', async () => {
    const { user, id, amount } = await paid();
    const from = at.sent.length;
    at.stripe.isAway = true;
    try {
      // Refunds in the dashboard of the fake Stripe.
      await at.sandbox.fetch('https://api.stripe.com/v1/refunds', {
        method: 'POST',
        body: `payment_intent=${await intentOf(id)}`,
      });
      await at.settled();
    } finally {
      at.stripe.isAway = false;
    }
    const [event] = eventsOf(at.sent.slice(from));
    if (!event) throw new Error('Stripe sent nothing');
    const told = async () =>
      (await money().events({ search: event.id })).rows.map(({ state, lastError }) => ({
        state,
        isExplained: lastError !== '',
      }));
    expect(await told()).toEqual([{ state: 'failed', isExplained: true }]);
    expect(await paymentsOf(user)).toMatchObject([{ status: 'completed' }]);
    await money().replay({ id: event.id });
    expect(await told()).toEqual([{ state: 'applied', isExplained: false }]);
    expect(await paymentsOf(user)).toMatchObject([{ status: 'refunded', refunded: amount }]);
    expect(await spent(user)).toBe(0);
  }, 20_000);

  async function intentOf(payment: number): Promise<string> {
    const [row] = await at.app.sql`
      select stripe_payment_intent_id as id from payments where id = ${payment}`;
    return row?.id;
  }
});

it('a payment shows its invoice, is found by its number, reference and amount, and has a receipt only for its client', async () => {
  const { user, id, amount } = await paid();
  const other = callerOf(await makeClient(at.app.sql), at.app.services);
  await expect(other.billing.receipt({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const search = (words: string) => money().page({ search: words });
  const [mine] = (await search(user.email)).rows;
  expect(mine).toMatchObject({ id, invoice: { number: expect.stringMatching(/^INV-/) } });
  for (const words of [mine?.invoice?.number ?? '?', amount]) {
    expect((await search(words)).rows.map((row) => row.id)).toContain(id);
  }
  expect((await search('0.01')).rows).toEqual([]);
});
