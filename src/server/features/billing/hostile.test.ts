import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { confirmIntent } from '~/sandbox/payments/confirm';
import { type PaymentsSandbox, sign } from '~/sandbox/payments/service';
import type { Sql } from '~/server/platform/db/client';
import { type BillingBench, startBilling, webhookSecret } from '~/testing/billing';
import { makeClient } from '~/testing/payments';
import type { Billing } from './billing.service';

/** Lets a test replace Stripe's responses. */
let answering: (real: () => Promise<Response>, asked: Request) => Promise<Response>;
/** Lets a test change how webhooks are delivered. */
let delivering: (body: string, signature: string) => Promise<void>;

let bench: BillingBench;
let client: Sql;
let sandbox: PaymentsSandbox;
let billing: Billing;
let planId: number;

const honest = () => {
  answering = (real) => real();
  delivering = async (body, signature) => {
    expect(await billing.receive(body, signature)).toBe(true);
  };
};

beforeAll(async () => {
  honest();
  bench = await startBilling({
    answer: (real, asked) => answering(real, asked),
    deliver: (body, signature) => delivering(body, signature),
  });
  ({ billing, sandbox, sql: client } = bench);
  planId = bench.planIds[0] ?? 0;
});
afterAll(() => bench.close());

const newClient = () => makeClient(client);
const subscribe = (user: CurrentUser, by = billing) =>
  by.subscribe(user, { planId, cycle: 'monthly' });

async function settled(): Promise<void> {
  await sandbox.settle();
  await billing.settle();
}

async function pay(clientSecret: string, last4 = '4242'): Promise<void> {
  await sandbox.within((store) =>
    confirmIntent(store, clientSecret, { last4, expMonth: 12, expYear: 2034 }),
  );
  await settled();
}

async function subscriber(): Promise<CurrentUser> {
  const user = await newClient();
  await pay((await subscribe(user)).clientSecret);
  return user;
}

async function madeFor(user: CurrentUser) {
  const [row] = await client`
    select count(*) filter (where object = 'subscription')::int as subscriptions,
      count(*) filter (where object = 'customer' and body ->> 'email' = ${user.email})::int as customers
    from sandbox_objects
    where customer = (select stripe_customer_id from users where id = ${user.id})
      or body ->> 'email' = ${user.email}`;
  return row;
}

const once = { subscriptions: 1, customers: 1 };

describe('one customer and one subscription', () => {
  it('are created by twenty concurrent calls over four instances', async () => {
    honest();
    const user = await newClient();
    const instances = [billing, ...[1, 2, 3].map(() => bench.another())];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => subscribe(user, instances[at % 4])),
    );
    expect(new Set(answers.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(await madeFor(user)).toEqual(once);
  });

  it('are created despite a crash between Stripe’s response and the commit', async () => {
    honest();
    const user = await newClient();
    let isDead = false;
    // Our writes fail after Stripe has created the object.
    answering = async (real, asked) => {
      const answer = await real();
      if (asked.method === 'POST' && asked.url.endsWith('/v1/subscriptions') && !isDead) {
        isDead = true;
        await client`alter table subscriptions rename to subscriptions_away`;
      }
      return answer;
    };
    await expect(subscribe(user)).rejects.toThrow();
    await client`alter table subscriptions_away rename to subscriptions`;
    honest();
    await settled();
    const { clientSecret } = await subscribe(user);
    expect(await madeFor(user)).toEqual(once);
    await pay(clientSecret);
    expect(await billing.mine(user.id)).toMatchObject({ status: 'active' });
  });

  it('are created despite a lost response', async () => {
    honest();
    const user = await newClient();
    const lost = new Set<string>();
    answering = async (real, asked) => {
      const answer = await real();
      const path = new URL(asked.url).pathname;
      if (asked.method !== 'POST' || lost.has(path)) return answer;
      lost.add(path);
      throw new TypeError('fetch failed');
    };
    await subscribe(user);
    expect([...lost].sort()).toEqual(
      expect.arrayContaining(['/v1/customers', '/v1/subscriptions']),
    );
    honest();
    await subscribe(user);
    expect(await madeFor(user)).toEqual(once);
  });
});

describe('a Stripe failure', () => {
  it('is reported while Stripe is down, and a later attempt succeeds', async () => {
    const user = await newClient();
    answering = async () =>
      Response.json({ error: { type: 'api_error', message: 'secret insides' } }, { status: 500 });
    await expect(subscribe(user)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('cannot be reached'),
    });
    honest();
    await subscribe(user);
    expect(await madeFor(user)).toEqual(once);
  });

  it('times out while Stripe hangs, without blocking other calls', async () => {
    const user = await newClient();
    answering = (_, asked) =>
      new Promise((_resolve, reject) => {
        asked.signal.addEventListener('abort', () => reject(asked.signal.reason));
      });
    const asking = Promise.all(
      Array.from({ length: 15 }, () => subscribe(user).catch((error) => error.code)),
    );
    const first = await Promise.race([client`select 1`.then(() => 'a query'), asking]);
    expect(first).toBe('a query');
    expect(new Set(await asking)).toEqual(new Set(['SERVICE_UNAVAILABLE']));
    honest();
  }, 20_000);
});

describe('missed webhooks', () => {
  it('are retried after a failure, and send one email', async () => {
    honest();
    const user = await newClient();
    const { clientSecret } = await subscribe(user);
    answering = async () => Response.json({ error: { type: 'api_error' } }, { status: 503 });
    await pay(clientSecret);
    expect(await billing.mine(user.id)).toBeNull();
    const waiting = await client`
      select id from stripe_events where applied_at is null and last_error <> ''`;
    expect(waiting.length).toBeGreaterThan(0);
    honest();
    await client`update stripe_events set received_at = now() - interval '1 day' where applied_at is null`;
    await billing.reconcile();
    expect(await billing.mine(user.id)).toMatchObject({ status: 'active' });
    expect(await client`select kind from mails where "to" = ${user.email}`).toEqual([
      { kind: 'payment_received' },
    ]);
  }, 20_000);

  it('are stored without effect for unknown customers, unknown types and malformed events', async () => {
    honest();
    const user = await subscriber();
    const before = await billing.mine(user.id);
    const objects = [
      { id: 'sub_strange', object: 'subscription', customer: 'cus_strange', status: 'active' },
      { id: 'in_strange', object: 'invoice', customer: 'cus_strange' },
      { id: 'ch_strange', object: 'charge', customer: null, payment_intent: 'pi_strange' },
      {},
      null,
    ];
    const types = ['customer.subscription.updated', 'invoice.paid', 'charge.refunded', 'new.kind'];
    const ids: string[] = [];
    for (const object of objects) {
      for (const type of types) {
        const id = `evt_${crypto.randomUUID().replaceAll('-', '')}`;
        ids.push(id);
        const event = { id, object: 'event', type, created: 1_700_000_000, data: { object } };
        const body = JSON.stringify(event);
        expect(await billing.receive(body, sign(webhookSecret, body))).toBe(true);
        expect(await billing.receive(body, sign(webhookSecret, body))).toBe(true);
      }
    }
    await settled();
    const rows = await client`
      select applied_at is not null as applied from stripe_events where id in ${client(ids)}`;
    expect(rows).toHaveLength(ids.length);
    expect(rows.every(({ applied }) => applied)).toBe(true);
    expect(await billing.mine(user.id)).toEqual(before);
    expect(
      await client`select 1 from subscriptions where stripe_subscription_id = 'sub_strange'`,
    ).toHaveLength(0);
  });
});
