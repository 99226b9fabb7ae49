import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';

const app = testApp();

it('figures are in the agency’s currency, and list payments in others', async () => {
  const user = await makeClient(app.sql);
  const pay = (cents: number, currency: string, refunded = 0) => app.sql`
    insert into payments (user_id, description, amount_cents, refunded_cents, currency, status, paid_at)
    values (${user.id}, 'Work', ${cents}, ${refunded}, ${currency}, 'completed', now())`;
  await pay(10_000, 'USD');
  await pay(20_000, 'EUR', 5_000);
  await pay(3_000, 'JPY');
  const { overview, users, settings } = app.services.admin;
  const dashboard = () => callerOf(user, app.services).dashboard.stats();
  const inDollars = {
    otherCurrencies: [
      { currency: 'EUR', amount: '150.00' },
      { currency: 'JPY', amount: '30' },
    ],
  };
  expect(await overview.stats()).toMatchObject({ totalRevenue: '100.00', ...inDollars });
  expect(await dashboard()).toMatchObject({ totalSpent: '100.00', ...inDollars });
  expect((await users.get(user.id)).user).toMatchObject({ spent: '100.00', ...inDollars });
  await settings.update('system', { key: 'currency', value: 'EUR' });
  const { otherCurrencies, totalRevenue } = await overview.stats();
  expect([totalRevenue, otherCurrencies?.map(({ currency }) => currency)]).toEqual([
    '150.00',
    ['JPY', 'USD'],
  ]);
  const points = await overview.chart('30d');
  expect(points.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(150);
});

it('figures include the refund of a payment that the bank returned later', async () => {
  const user = await makeClient(app.sql);
  const { overview, users, settings } = app.services.admin;
  await settings.update('system', { key: 'currency', value: 'GBP' });
  const pay = (status: string, refunded: number, returned: string | null) => app.sql`
    insert into payments (user_id, description, amount_cents, refunded_cents, currency, status, paid_at, reversed_at, returned_at)
    values (${user.id}, 'Work', 121000, ${refunded}, 'GBP', ${status}, now(), ${returned}, ${returned})`;
  await pay('failed', 12_100, new Date().toISOString());
  await pay('completed', 0, null);
  expect(await overview.stats()).toMatchObject({ totalRevenue: '1089.00' });
  expect((await users.get(user.id)).user).toMatchObject({ spent: '1089.00' });
  expect(await callerOf(user, app.services).dashboard.stats()).toMatchObject({
    totalSpent: '1089.00',
  });
  const points = await overview.chart('30d');
  expect(points.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(1089);
});
