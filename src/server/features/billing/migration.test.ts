import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0012 keeps existing rows, and an older instance keeps working', async () => {
  const { url, sql } = await databaseBefore('0012_billing_history');
  await sql`insert into plans (name, monthly_cents) values ('Growth', 4900)`;
  await sql`insert into users (id, email, first_name, last_name, stripe_customer_id) values
    ('u1', 'a@example.com', 'A', 'B', 'cus_sandbox'), ('u2', 'b@example.com', 'A', 'B', 'cus_real')`;
  await sql`insert into sandbox_objects (id, object, body) values
    ('cus_sandbox', 'customer', '{}'), ('sub_sandbox', 'subscription', '{}')`;
  const subscribe = (user: string, id: string) => sql`
    insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
    values (${user}, 1, 'monthly', 4900, 'USD', 'active', ${id})`;
  await subscribe('u1', 'sub_sandbox');
  await subscribe('u2', 'sub_real');
  const price = (id: string) => sql`
    insert into plan_prices (plan_id, cycle, amount_cents, currency, stripe_price_id)
    values (1, 'monthly', 4900, 'USD', ${id})
    on conflict (plan_id, cycle, amount_cents, currency) do update set stripe_price_id = excluded.stripe_price_id`;
  await price('price_1');
  await sql`insert into stripe_events (id, type, payload, created_at, last_error) values
    ('evt_1', 'invoice.paid', '{}', now(), 'Failed query: insert into payments'), ('evt_2', 'invoice.paid', '{}', now(), '')`;

  await migrate(url);
  expect(await sql`select id, stripe_account from users order by id`).toEqual([
    { id: 'u1', stripe_account: 'sandbox' },
    { id: 'u2', stripe_account: '' },
  ]);
  expect(
    await sql`select stripe_account, missing_in, note from subscriptions order by user_id`,
  ).toEqual([
    { stripe_account: 'sandbox', missing_in: '', note: '' },
    { stripe_account: '', missing_in: '', note: '' },
  ]);
  const errors = await sql`select last_error from stripe_events order by id`;
  expect(errors.map(({ last_error }) => last_error)).toEqual([
    'It could not be applied. The log says why.',
    '',
  ]);
  // Writes of an older instance still work, and lose no price.
  await price('price_2');
  await sql`update subscriptions set status = 'canceled'`;
  await subscribe('u2', 'sub_later');
  expect(await sql`select stripe_price_id, plan_id from former_prices`).toEqual([
    { stripe_price_id: 'price_1', plan_id: 1 },
  ]);
});
