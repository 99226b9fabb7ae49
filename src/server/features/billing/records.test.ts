import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_MODE: 'on' } });
});
afterAll(() => app.close());

const billingOf = (user: CurrentUser) => callerOf(user, app.services).billing;

/** Payments of earlier months; every fourth one failed. */
async function addPayments(user: CurrentUser, count: number): Promise<void> {
  await app.sql`
    insert into payments
      (user_id, description, amount_cents, currency, status, stripe_invoice_id, created_at)
    select ${user.id}, 'Month ' || n || ', 100%', n * 100, 'USD',
      (case when n % 4 = 0 then 'failed' else 'completed' end)::payment_status,
      'in_' || gen_random_uuid(), now() - make_interval(months => n)
    from generate_series(1, ${count}::int) n`;
}

describe('a page of payments', () => {
  it('contains no other client’s payments, also in a search', async () => {
    await addPayments(await makeClient(app.sql), 3);
    const { search } = billingOf(await makeClient(app.sql));
    for (const asked of [{}, { search: 'Month' }, { status: 'completed' as const }, { page: 2 }]) {
      expect(await search(asked)).toEqual({ rows: [], total: 0, page: 1 });
    }
  });
});
