import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { browserOf, cards, makeClient } from '~/testing/payments';
import { until } from '~/testing/product';
import { type StripeApp, startStripeApp } from '~/testing/stripe-app';
import { stripeCallsOf } from '~/testing/stripe-calls';

const codeOf = (error: { code?: string }) => error.code;

async function subscribeInDemo(app: TestApp): Promise<CurrentUser> {
  const user = await makeClient(app.sql);
  const [plan] = await app.services.plans.list();
  const { billing } = callerOf(user, app.services);
  const { clientSecret } = await billing.subscribe({ planId: plan?.id ?? 0 });
  await browserOf(app).confirm(clientSecret, cards.works);
  await until(async () => (await billing.mine())?.status === 'active');
  return user;
}

describe('with keys of another mode on the same database', () => {
  let database: TestDatabase;
  let at: StripeApp;
  let users: CurrentUser[];

  const callerAt = (user: CurrentUser) => callerOf(user, at.app.services).billing;
  const adminAt = (user: CurrentUser) =>
    callerOf({ ...user, isAdmin: true, role: 'owner' }, at.app.services).admin;
  const rowOf = async (user: CurrentUser) => {
    const [row] = await at.app.sql`
      select s.status, s.note, s.stripe_account, u.stripe_account as customer_account
      from subscriptions s join users u on u.id = s.user_id where u.id = ${user.id}
      order by s.id limit 1`;
    return row;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const demo = await startTestApp({ databaseUrl: database.url, env: { DEMO_MODE: 'on' } });
    users = [];
    for (let made = 0; made < 8; made += 1) users.push(await subscribeInDemo(demo));
    // Simulates that another instance runs the job, so that the calls themselves have to detect the change.
    await demo.sql`update job_runs set started_at = now(), finished_at = null`;
    await demo.close();
    at = await startStripeApp({ appDatabaseUrl: database.url });
  });
  afterAll(async () => {
    await at.close();
    await database.drop();
  });

  it.each([
    ['cancel', (user: CurrentUser) => callerAt(user).cancel()],
    ['previewChange', (user: CurrentUser) => callerAt(user).previewChange({ planId: 2 })],
    ['replaceCard', (user: CurrentUser) => callerAt(user).replaceCard()],
    [
      'change',
      (user: CurrentUser) =>
        callerAt(user).change({
          planId: 2,
          amountDue: '1.00',
          countedAt: Math.floor(Date.now() / 1000),
        }),
    ],
  ])('%s answers that the subscription has ended, and stores its end', async (_, ask) => {
    const user = users.pop() as CurrentUser;
    await expect(ask(user).catch(codeOf)).resolves.toBe('CONFLICT');
    expect(await callerAt(user).mine()).toBeNull();
    expect(await rowOf(user)).toMatchObject({
      status: 'canceled',
      stripe_account: 'sandbox',
      note: 'Ended here: Stripe account acct_sandbox (test mode) does not have this subscription.',
    });
  });

  it('a refund is rejected with the account of the payment', async () => {
    const user = users.pop() as CurrentUser;
    const [payment] = await callerAt(user).payments();
    const admin = adminAt(await makeClient(at.app.sql));
    await expect(admin.payments.refund({ id: payment?.id ?? 0 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('another mode or account'),
    });
  });

  it('a client can subscribe again, with a customer of that account', async () => {
    const user = users.pop() as CurrentUser;
    const { clientSecret } = await callerAt(user).subscribe({ planId: 1 });
    expect(await rowOf(user)).toMatchObject({
      status: 'canceled',
      customer_account: 'test acct_sandbox',
    });
    await stripeCallsOf(at.sandbox).pay(clientSecret);
    await at.settled();
    expect(await callerAt(user).mine()).toMatchObject({ status: 'active' });
    const { rows } = await adminAt(user).payments.page({ search: user.email });
    expect(rows.map(({ note }) => note)).toEqual(['', expect.stringContaining('Ended here')]);
  });

  it('the job ends subscriptions without a call, and revives them with the former keys', async () => {
    const user = users.pop() as CurrentUser;
    await at.app.services.billing.reconcile();
    expect(await rowOf(user)).toMatchObject({ status: 'canceled' });
    const demo = await startTestApp({ databaseUrl: database.url, env: { DEMO_MODE: 'on' } });
    await demo.services.billing.reconcile();
    expect(await demo.services.billing.mine(user.id)).toMatchObject({ status: 'active' });
    expect(await rowOf(user)).toMatchObject({ status: 'active', note: '' });
    await demo.close();
  });
});

describe('in one account', () => {
  let at: StripeApp;

  beforeAll(async () => {
    at = await startStripeApp();
  });
  afterAll(() => at.close());

  const remove = (where: string, user: CurrentUser) => at.app.sql`
    delete from sandbox_objects where object = ${where} and (id = (
        select stripe_customer_id from users where id = ${user.id})
      or customer = (select stripe_customer_id from users where id = ${user.id}))`;

  it('replaces a customer who was deleted at Stripe', async () => {
    const user = await makeClient(at.app.sql);
    const { billing } = callerOf(user, at.app.services);
    await billing.subscribe({ planId: 1 });
    await remove('subscription', user);
    await remove('customer', user);
    const { clientSecret } = await billing.subscribe({ planId: 1 });
    await stripeCallsOf(at.sandbox).pay(clientSecret);
    await at.settled();
    expect(await billing.mine()).toMatchObject({ status: 'active' });
  });

  it('ends a subscription that was deleted at Stripe, and still reads the others', async () => {
    const gone = await at.subscriber();
    const other = await at.subscriber();
    await at.app.sql`
      update subscriptions set current_period_end = now() - interval '1 day', synced_at = now() - interval '1 day'
      where user_id in (${gone.id}, ${other.id})`;
    await remove('subscription', gone);
    await at.app.services.billing.reconcile();
    expect(await at.app.services.billing.mine(gone.id)).toBeNull();
    const { billing } = callerOf(other, at.app.services);
    expect(Date.parse((await billing.mine())?.currentPeriodEnd ?? '')).toBeGreaterThan(Date.now());
  });

  it('fails a pending payment that Stripe does not have, and does not request it again', async () => {
    const user = await at.subscriber();
    await at.app.sql`
      insert into payments (user_id, description, amount_cents, currency, status, stripe_invoice_id, synced_at)
      select ${user.id}, 'Gone', 100, 'USD', 'pending', 'in_gone_' || n, now() - interval '1 day'
      from generate_series(1, 30) n`;
    await at.app.services.billing.reconcile();
    await at.app.services.billing.reconcile();
    expect(
      await at.app.sql`select distinct status from payments where description = 'Gone'`,
    ).toEqual([{ status: 'failed' }]);
  });
});
