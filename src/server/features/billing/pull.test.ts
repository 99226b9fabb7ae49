import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { type BillingBench, startBilling } from '~/testing/billing';
import { makeClient } from '~/testing/payments';
import { stripeCallsOf } from '~/testing/stripe-calls';

let bench: BillingBench;
/** Requested pages of events, each by the id of the event that it follows. */
let pages: string[] = [];
/** Number of pages of events that the fake Stripe returns before it fails. */
let pagesAnswered = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  bench = await startBilling({
    answer: async (real, asked) => {
      const url = new URL(asked.url);
      if (url.pathname !== '/v1/events') return real();
      if (pages.length >= pagesAnswered) return Response.json({ error: {} }, { status: 503 });
      pages.push(url.searchParams.get('starting_after') ?? '');
      return real();
    },
    deliver: async () => {},
  });
});
afterAll(() => bench.close());

beforeEach(async () => {
  pages = [];
  pagesAnswered = Number.POSITIVE_INFINITY;
  await bench.sandbox.settle();
  await bench.billing.reconcile();
  // Makes all events older than the overlap of the last minutes, which is always read again.
  await bench.sql`
    update sandbox_objects
    set body = jsonb_set(body, '{created}', to_jsonb((body ->> 'created')::int - 3600))
    where object = 'event'`;
  pages = [];
});

/** Creates a client whose payment was not reported by any webhook. */
async function unheard(): Promise<CurrentUser> {
  const user = await makeClient(bench.sql);
  const { clientSecret } = await bench.billing.subscribe(user, {
    planId: bench.planIds[0] ?? 0,
    cycle: 'monthly',
  });
  await stripeCallsOf(bench.sandbox).pay(clientSecret);
  await bench.sandbox.settle();
  // Only the event can reveal the change, because ended subscriptions are not read again.
  await bench.sql`update subscriptions set status = 'incomplete_expired' where user_id = ${user.id}`;
  return user;
}

/** Adds later events of the same account. */
const addEvents = (count: number) => bench.sql`
  insert into sandbox_objects (id, object, body)
  select id, 'event', jsonb_build_object('id', id, 'object', 'event', 'type', 'product.updated',
    'created', extract(epoch from now())::int, 'data', jsonb_build_object('object', jsonb_build_object()))
  from (select 'evt_' || replace(gen_random_uuid()::text, '-', '') as id from generate_series(1, ${count}::int)) made`;

const cursor = async () => (await bench.sql`select * from stripe_cursors`)[0];
const statusOf = async (user: CurrentUser) => (await bench.billing.mine(user.id))?.status;

it('a pull fetches an event that precedes more than 500 newer ones', async () => {
  const user = await unheard();
  await addEvents(1_250);
  await bench.billing.reconcile();
  for (let left = 20; left > 0 && (await statusOf(user)) !== 'active'; left -= 1) {
    await bench.billing.reconcile();
  }
  expect(await statusOf(user)).toBe('active');
}, 60_000);

it('a pull continues where Stripe failed, and moves the cursor only after all events are stored', async () => {
  await unheard();
  await bench.billing.reconcile();
  // Stripe's timestamps of events have seconds, so the next events must be at least a second later.
  await bench.sql`update stripe_cursors set complete_until = complete_until - interval '1 minute'`;
  const before = await cursor();
  await addEvents(650);
  pagesAnswered = 3;
  await expect(bench.billing.reconcile()).rejects.toThrow();
  expect(await cursor()).toMatchObject({
    complete_until: before?.complete_until,
    reading_since: expect.any(String),
    reading_after: expect.stringMatching(/^evt_/),
  });
  const stopped = (await cursor())?.reading_after;

  pages = [];
  pagesAnswered = Number.POSITIVE_INFINITY;
  // Another process continues the read.
  await bench.another().reconcile();
  expect(pages[0]).toBe(stopped);
  const after = await cursor();
  expect(after).toMatchObject({ reading_since: null, reading_after: '' });
  expect(Date.parse(after?.complete_until)).toBeGreaterThan(Date.parse(before?.complete_until));
  const [unread] = await bench.sql`
    select count(*)::int as n from sandbox_objects o
    where object = 'event' and not exists (select from stripe_events e where e.id = o.id)`;
  expect(unread?.n).toBe(0);
}, 60_000);

it('a pull restarts if the event at its cursor no longer exists', async () => {
  const user = await unheard();
  await bench.sql`
    update stripe_cursors set reading_since = now(), reading_after = 'evt_of_last_month'`;
  await bench.billing.reconcile();
  expect(pages).toEqual(['evt_of_last_month', '']);
  expect(await statusOf(user)).toBe('active');
});
