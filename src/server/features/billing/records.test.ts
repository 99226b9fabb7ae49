import { describe, expect, it } from 'vitest';

import { clientPageSize } from '~/contract/common/paging';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';

const app = testApp({ env: { DEMO_MODE: 'on' } });

const billingOf = (user: CurrentUser) => callerOf(user, app.services).billing;

/** Adds payments in earlier months, of which every fourth one failed. */
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
  it('can be searched and filtered; a page number past the end returns the last page', async () => {
    const user = await makeClient(app.sql);
    await addPayments(user, 25);
    const { search } = billingOf(user);
    const first = await search({});
    expect(first).toMatchObject({ total: 25, page: 1 });
    expect(first.rows).toHaveLength(clientPageSize);
    expect(first.rows[0]).toMatchObject({ description: 'Month 1, 100%', amount: '1.00' });
    const last = await search({ page: 99 });
    expect(last).toMatchObject({ total: 25, page: 3 });
    expect(last.rows.map(({ amount }) => amount)).toEqual(
      [21, 22, 23, 24, 25].map((n) => `${n}.00`),
    );
    expect((await search({ status: 'failed' })).total).toBe(6);
    expect((await search({ search: 'mONTH 2', status: 'failed' })).total).toBe(2);
    expect((await search({ search: '100%' })).total).toBe(25);
    for (const text of ['10%0', '_', '\\', 'nothing of the kind']) {
      expect([text, (await search({ search: text })).total]).toEqual([text, 0]);
    }
  });

  it('contains only the client’s own payments, also in a search', async () => {
    await addPayments(await makeClient(app.sql), 3);
    const { search } = billingOf(await makeClient(app.sql));
    for (const asked of [{}, { search: 'Month' }, { status: 'completed' as const }, { page: 2 }]) {
      expect(await search(asked)).toEqual({ rows: [], total: 0, page: 1 });
    }
  });
});
