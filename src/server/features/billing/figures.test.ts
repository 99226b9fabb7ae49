import { expect, it } from 'vitest';

import { liveStatuses, subscriptionStatuses } from '~/contract/billing/billing';
import { testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';

const app = testApp({ env: { DEMO_MODE: 'on' } });

it.each(subscriptionStatuses)(
  'a client with a subscription that is %s is counted equally on every screen',
  async (status) => {
    const isLive = liveStatuses.some((live) => live === status);
    const admin = callerOf(
      { ...(await makeClient(app.sql)), isAdmin: true, role: 'owner' },
      app.services,
    ).admin;
    const before = await admin.overview.stats();
    const user = await makeClient(app.sql);
    const [plan] = await app.sql`
    insert into plans (name, monthly_cents) values (${`Plan ${status}`}, 4900) returning id, name`;
    await app.sql`
    insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
    values (${user.id}, ${plan?.id}, 'monthly', 4900, 'USD', ${status}, ${`sub_${user.id}`})`;

    const client = callerOf(user, app.services);
    expect((await client.billing.mine())?.plan?.name).toBe(isLive ? plan?.name : undefined);
    expect((await client.dashboard.stats()).subscriptionStatus).toBe(status);
    const { rows: users } = await admin.users.page({ search: user.email });
    expect(users.map((row) => row.plan)).toEqual([isLive ? plan?.name : null]);
    const { rows: plans } = await admin.plans.page({ search: plan?.name });
    expect(plans.map((row) => row.subscribers)).toEqual([isLive ? 1 : 0]);
    const after = await admin.overview.stats();
    expect(after.activeSubscriptions - before.activeSubscriptions).toBe(isLive ? 1 : 0);
  },
);
