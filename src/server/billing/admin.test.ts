import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';
import { type StripeApp, startStripeApp } from '~/testing/stripe-app';

let at: StripeApp;
let admin: CurrentUser;

beforeAll(async () => {
  at = await startStripeApp();
  admin = { ...(await makeClient(at.app.sql)), firstName: 'Ada', isAdmin: true };
});
afterAll(() => at.close());

const money = () => callerOf(admin, at.app.domain).admin.payments;
const paymentsOf = (user: CurrentUser) => callerOf(user, at.app.domain).billing.payments();
const spent = (user: CurrentUser) => at.app.domain.billing.spentCents(user.id);
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
  it('gives all of it back, and says who did it', async () => {
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

  it('of parts adds up to the cent, and never to more than was paid', async () => {
    const { user, id, amount, cents } = await paid();
    expect(await money().refund({ id, amount: '0.01' })).toMatchObject({
      status: 'completed',
      refunded: '0.01',
    });
    expect(await spent(user)).toBe(cents - 1);
    expect(await money().refund({ id, amount: '19.99' })).toMatchObject({ refunded: '20.00' });
    expect(await spent(user)).toBe(cents - 2000);
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
    expect((await written(id)).map(({ action }) => action)).toEqual([
      'payment.refund',
      'payment.refund',
      ...['payment.refund', 'payment.refund_failed'],
      ...['payment.refund', 'payment.refund_failed'],
      ...['payment.refund', 'payment.refund_failed'],
      'payment.refund',
    ]);
  });

  it.each(['pending', 'failed', 'refunded'])('of what is %s is refused', async (status) => {
    const { id } = await paid();
    await at.app.sql`update payments set status = ${status} where id = ${id}`;
    const made = await refundsAtStripe();
    await expect(money().refund({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Only what was paid can be refunded',
    });
    expect(await refundsAtStripe()).toBe(made);
  });

  it('of what is not there is refused, and nothing is written', async () => {
    await expect(money().refund({ id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await written(999_999)).toEqual([]);
  });

  it('while Stripe is away is refused in words and gives nothing back', async () => {
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

describe('a replay', () => {
  const eventsOf = (bodies: string[]): { id: string }[] => bodies.map((body) => JSON.parse(body));

  it('of what is applied already changes nothing', async () => {
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

  it('of what failed applies it', async () => {
    const { user, id, amount } = await paid();
    const from = at.sent.length;
    at.stripe.isAway = true;
    try {
      // Given back by hand, on Stripe's own pages.
      await at.sandbox.fetch('https://api.stripe.com/v1/refunds', {
        method: 'POST',
        body: `payment_intent=${await intentOf(id)}`,
      });
      await at.settled();
    } finally {
      at.stripe.isAway = false;
    }
    const [event] = eventsOf(at.sent.slice(from));
    if (!event) throw new Error('Stripe told nothing');
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

  it('of what is not there is refused', async () => {
    await expect(money().replay({ id: 'evt_nowhere' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  async function intentOf(payment: number): Promise<string> {
    const [row] = await at.app.sql`
      select stripe_payment_intent_id as id from payments where id = ${payment}`;
    return row?.id;
  }
});
