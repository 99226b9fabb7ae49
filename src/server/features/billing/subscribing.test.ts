import { beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { startTestApp, testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { browserOf, cards, makeClient } from '~/testing/payments';
import { planClientsOf } from '~/testing/plans';
import { until } from '~/testing/product';

const app = testApp({ env: { DEMO_MODE: 'on' } });
let planIds: number[];
const { billingOf, mailsTo } = planClientsOf(() => app);

beforeAll(async () => {
  planIds = (await app.services.plans.list()).map(({ id }) => id);
});

const plan = (at = 0): number => planIds[at] ?? 0;
const paidWith = async (user: CurrentUser, card: string) => {
  const { clientSecret } = await billingOf(user).subscribe({ planId: plan() });
  const confirmed = await browserOf(app).confirm(clientSecret, card);
  return { clientSecret, ...confirmed };
};
const statusOf = async (user: CurrentUser) => (await billingOf(user).mine())?.status;
const active = async (user: CurrentUser) => {
  await until(async () => (await statusOf(user)) === 'active');
  await app.services.billing.settle();
};

async function subscriber(): Promise<CurrentUser> {
  const user = await makeClient(app.sql);
  await paidWith(user, cards.works);
  await active(user);
  return user;
}

const madeFor = async (user: CurrentUser, object: string): Promise<number> => {
  const [row] = await app.sql`
    select count(*)::int as n from sandbox_objects where object = ${object}
      and customer = (select stripe_customer_id from users where id = ${user.id})`;
  return row?.n;
};

describe('subscribing', () => {
  it('grants access when the verified event arrives, stores the payment, sends one email, and cannot be repeated', async () => {
    const user = await makeClient(app.sql);
    const { intent } = await paidWith(user, cards.works);
    expect(intent.status).toBe('succeeded');
    await active(user);
    const [chosen] = await app.services.plans.list();
    expect(await billingOf(user).mine()).toMatchObject({
      status: 'active',
      plan: { name: chosen?.name },
      billingCycle: 'monthly',
      amount: chosen?.monthlyPrice,
      cancelAtPeriodEnd: false,
      card: 'Visa ending in 4242',
    });
    const [payment, ...more] = await billingOf(user).payments();
    expect(more).toEqual([]);
    expect(payment).toMatchObject({
      status: 'completed',
      amount: chosen?.monthlyPrice,
      refunded: '0.00',
      description: `${chosen?.name}, monthly`,
    });
    expect(await mailsTo(user)).toEqual(['payment_received']);
    expect(await billingOf(user).receipt({ id: payment?.id ?? 0 })).toMatchObject({
      payer: { name: 'Clara Client', email: user.email },
    });
    await expect(billingOf(user).subscribe({ planId: plan(1) })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await madeFor(user, 'subscription')).toBe(1);
  });

  it('by the year charges twelve times the monthly price', async () => {
    const user = await makeClient(app.sql);
    const { clientSecret } = await billingOf(user).subscribe({
      planId: plan(),
      billingCycle: 'yearly',
    });
    await browserOf(app).confirm(clientSecret, cards.works);
    await active(user);
    const [chosen] = await app.services.plans.list();
    const cents = Math.round(Number(chosen?.yearlyPrice) * 100) * 12;
    expect(await app.services.billing.spentCents(user.id)).toBe(cents);
  });

  it('again before the payment returns the same subscription, and another plan replaces it, so that the first secret charges nothing', async () => {
    const user = await makeClient(app.sql);
    const first = await billingOf(user).subscribe({ planId: plan() });
    expect(await billingOf(user).subscribe({ planId: plan() })).toEqual(first);
    const other = await billingOf(user).subscribe({ planId: plan(1) });
    expect(other).not.toEqual(first);
    const rows = await app.sql`
      select plan_id, status from subscriptions where user_id = ${user.id} order by id`;
    expect(rows).toEqual([
      { plan_id: plan(), status: 'incomplete_expired' },
      { plan_id: plan(1), status: 'incomplete' },
    ]);
    const { intent, error } = await browserOf(app).confirm(first.clientSecret, cards.works);
    expect(intent.status).toBe('canceled');
    expect(error?.message).toContain('canceled');
    expect(await madeFor(user, 'charge')).toBe(0);
    expect(await billingOf(user).payments()).toEqual([]);
  });

  it('replaces an unpaid subscription that has a void invoice and has not ended', async () => {
    const user = await makeClient(app.sql);
    const { clientSecret } = await billingOf(user).subscribe({ planId: plan() });
    // State after a crash between voiding the invoice and canceling the subscription.
    await app.sql`
      update sandbox_objects set body = body || '{"status": "void"}'
      where object = 'invoice' and customer = (select stripe_customer_id from users where id = ${user.id})`;
    await app.sql`
      update sandbox_objects set body = body || '{"status": "canceled"}'
      where object = 'payment_intent' and customer = (select stripe_customer_id from users where id = ${user.id})`;
    const { clientSecret: next, intent } = await paidWith(user, cards.works);
    expect(next).not.toBe(clientSecret);
    expect(intent.status).toBe('succeeded');
    await active(user);
    const live =
      await app.sql`select from subscriptions where user_id = ${user.id} and status = 'active'`;
    expect(live).toHaveLength(1);
  });

  it('is rejected for a plan that is not offered', async () => {
    const user = await makeClient(app.sql);
    await expect(billingOf(user).subscribe({ planId: 999_999 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is rejected for another price than the client saw, and creates nothing at Stripe', async () => {
    const user = await makeClient(app.sql);
    const [{ cents }] = (await app.sql`
      select monthly_cents::int as cents from plans where id = ${plan()}`) as [{ cents: number }];
    const shown = (cents / 100).toFixed(2);
    await app.sql`update plans set monthly_cents = monthly_cents + 1 where id = ${plan()}`;
    const subscribe = (amountDue: string) =>
      billingOf(user).subscribe({ planId: plan(), amountDue });
    await expect(subscribe(shown)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The price has changed. Please check it again.',
    });
    expect(await madeFor(user, 'subscription')).toBe(0);
    await app.sql`update plans set monthly_cents = monthly_cents - 1 where id = ${plan()}`;
    expect(await subscribe(shown)).toMatchObject({ clientSecret: expect.any(String) });
  });

  it('keeps subscribers on their price when an admin changes it', async () => {
    const user = await subscriber();
    const before = await billingOf(user).mine();
    await app.sql`update plans set monthly_cents = monthly_cents + 1000 where id = ${plan()}`;
    const later = await subscriber();
    expect(await billingOf(user).mine()).toMatchObject({ amount: before?.amount });
    expect(Number((await billingOf(later).mine())?.amount)).toBe(Number(before?.amount) + 10);
    await app.services.billing.skipToRenewal(user.id);
    expect((await billingOf(user).payments()).map(({ amount }) => amount)).toEqual([
      before?.amount,
      before?.amount,
    ]);
  });
});

describe('a card that', () => {
  it('is declined grants no access and shows the reason, and a second card can be used', async () => {
    const user = await makeClient(app.sql);
    const { clientSecret, error } = await paidWith(user, cards.lacksFunds);
    const message = 'Your card has insufficient funds.';
    expect(error?.message).toBe(message);
    await until(async () => (await billingOf(user).payments())[0]?.failure === message);
    expect(await billingOf(user).mine()).toBeNull();
    expect((await billingOf(user).payments())[0]).toMatchObject({ status: 'failed' });
    expect(await billingOf(user).subscribe({ planId: plan() })).toEqual({ clientSecret });
    await browserOf(app).confirm(clientSecret, cards.works);
    await active(user);
    const statuses = (await billingOf(user).payments()).map(({ status }) => status);
    expect(statuses).toEqual(['completed']);
    expect(await mailsTo(user)).toEqual(['payment_received']);
  });

  it('requires authentication grants access only after the authentication', async () => {
    const user = await makeClient(app.sql);
    const { clientSecret, intent } = await paidWith(user, cards.asks);
    expect(intent.status).toBe('requires_action');
    expect(await billingOf(user).mine()).toBeNull();
    const refused = await browserOf(app).authenticate(clientSecret, false);
    expect(refused.error?.message).toMatch(/^We are unable to authenticate/);
    await browserOf(app).confirm(clientSecret, cards.asks);
    await browserOf(app).authenticate(clientSecret, true);
    await active(user);
  });
});

describe('a subscriber', () => {
  it('cancels at the end of the period, resumes, and is charged again', async () => {
    const user = await subscriber();
    expect(await billingOf(user).cancel()).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    });
    expect(await billingOf(user).resume()).toMatchObject({ cancelAtPeriodEnd: false });
    await billingOf(user).skipToRenewal();
    expect(await billingOf(user).payments()).toHaveLength(2);
    await billingOf(user).cancel();
    await billingOf(user).skipToRenewal();
    await until(async () => (await billingOf(user).mine()) === null);
    expect((await mailsTo(user)).filter((kind) => kind === 'subscription_ending')).toHaveLength(2);
    // The client can subscribe again.
    await paidWith(user, cards.works);
    await active(user);
  });

  it('changes the plan at the previewed amount, once', async () => {
    const user = await subscriber();
    const choice = { planId: plan(1), billingCycle: 'yearly' as const };
    const { amountDue, countedAt, ...preview } = await billingOf(user).previewChange(choice);
    expect(Number(amountDue)).toBeGreaterThan(0);
    const confirmation = { ...choice, amountDue, countedAt };
    await expect(
      billingOf(user).change({ ...confirmation, amountDue: '1.00' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      billingOf(user).change({ ...confirmation, countedAt: countedAt - 3600 }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await billingOf(user).change(confirmation)).toMatchObject({
      plan: { id: plan(1) },
      billingCycle: 'yearly',
      amount: preview.amount,
    });
    await expect(billingOf(user).change(confirmation)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await billingOf(user).payments())[0]).toMatchObject({
      amount: amountDue,
      status: 'completed',
    });
    expect(await billingOf(user).payments()).toHaveLength(2);
  });
});

describe('a payment', () => {
  it('can be refunded in parts, up to the amount paid, and once per idempotency key', async () => {
    const user = await subscriber();
    const [payment] = await billingOf(user).payments();
    const id = payment?.id ?? 0;
    const cents = Math.round(Number(payment?.amount) * 100);
    await Promise.all([app.services.billing.refund(id, 100), app.services.billing.refund(id, 100)]);
    expect(await app.services.billing.spentCents(user.id)).toBe(cents - 100);
    await expect(app.services.billing.refund(id, cents)).rejects.toThrow('more than is left');
    await app.services.billing.refund(id);
    expect((await billingOf(user).payments())[0]).toMatchObject({
      status: 'refunded',
      refunded: payment?.amount,
    });
    expect(await app.services.billing.spentCents(user.id)).toBe(0);
  });
});

it('a subscription in a currency without decimals is charged in whole units', async () => {
  const { sql } = app;
  await sql`update settings set value = '"JPY"' where key = 'currency'`;
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env: { DEMO_MODE: 'on' } });
  try {
    const [chosen] = await other.services.plans.list();
    const user = await makeClient(sql);
    const { billing } = callerOf(user, other.services);
    const { clientSecret } = await billing.subscribe({ planId: plan() });
    await browserOf(other).confirm(clientSecret, cards.works);
    await until(async () => (await billing.mine())?.status === 'active');
    await other.services.billing.settle();
    const charged = async () => {
      const [charge] = await sql`
        select (body ->> 'amount')::int as amount, (body ->> 'amount_refunded')::int as back
        from sandbox_objects where object = 'charge'
          and customer = (select stripe_customer_id from users where id = ${user.id})`;
      return charge;
    };
    const yen = Number(chosen?.monthlyPrice);
    expect(await charged()).toEqual({ amount: yen, back: 0 });
    expect(await billing.mine()).toMatchObject({ amount: String(yen), currency: 'JPY' });
    const [payment] = await billing.payments();
    expect(payment).toMatchObject({ amount: String(yen), currency: 'JPY' });
    const choice = { planId: plan(1), billingCycle: 'monthly' as const };
    const { amountDue } = await billing.previewChange(choice);
    expect(Number(amountDue)).toBeGreaterThan(1);
    expect(Number(amountDue)).toBeLessThan(yen * 10);
    const id = payment?.id ?? 0;
    await expect(other.services.billing.refund(id, 40)).rejects.toMatchObject({ code: 'CONFLICT' });
    await other.services.billing.refund(id, 700);
    expect(await charged()).toEqual({ amount: yen, back: 7 });
    expect(await billing.payments()).toMatchObject([{ status: 'completed', refunded: '7' }]);
    await other.services.billing.refund(id);
    expect(await charged()).toEqual({ amount: yen, back: yen });
    expect(await other.services.billing.spentCents(user.id)).toBe(0);
  } finally {
    await other.close();
    await sql`update settings set value = '"USD"' where key = 'currency'`;
  }
});

it('a subscription remains after a restart of the demo, and its renewal is charged', async () => {
  const user = await subscriber();
  const before = await billingOf(user).mine();
  const restarted = await startTestApp({ databaseUrl: app.databaseUrl, env: { DEMO_MODE: 'on' } });
  try {
    const { billing } = callerOf(user, restarted.services);
    expect(await billing.mine()).toEqual(before);
    expect(await billing.skipToRenewal()).toMatchObject({ id: before?.id, status: 'active' });
    const paid = await billing.payments();
    expect(paid.map(({ status }) => status)).toEqual(['completed', 'completed']);
  } finally {
    await restarted.close();
  }
});
