import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { type BillingBench, startBilling } from '~/testing/billing';
import { cards, makeClient } from '~/testing/payments';
import { stripeCallsOf } from '~/testing/stripe-calls';

let bench: BillingBench;
/** Called before each request to Stripe, with the number of earlier requests. */
let beforeRequest: (count: number, url: string) => Promise<void>;
let count = 0;
/** Types of events that arrive. All others are lost. */
let arriving = /./;

beforeAll(async () => {
  beforeRequest = async () => {};
  bench = await startBilling({
    answer: async (real, { url }) => {
      await beforeRequest(count, url);
      count += 1;
      return real();
    },
    deliver: async (body, signature) => {
      if (!arriving.test(JSON.parse(body).type)) return;
      await bench.billing.receive(body, signature);
    },
  });
});
afterAll(() => bench.close());

async function settled(): Promise<void> {
  await bench.sandbox.settle();
  await bench.billing.settle();
}

/** Returns for each subscription of a client whether it was paid, and its status at Stripe. */
const paidOf = (user: CurrentUser) => bench.sql`
  select s.body ->> 'status' as status
  from sandbox_objects i
  join sandbox_objects s on s.id = i.body -> 'parent' -> 'subscription_details' ->> 'subscription'
  where i.object = 'invoice' and i.body ->> 'status' = 'paid'
    and i.customer = (select stripe_customer_id from users where id = ${user.id})`;

const choose = (user: CurrentUser, planId: number | undefined) =>
  bench.billing.subscribe(user, { planId: planId ?? 0, cycle: 'monthly' });

/**
 * Upper limit for the number of requests to Stripe while a second plan is chosen, without those caused by later events.
 */
const requestsMost = 16;

it('a subscription that is paid while the client chooses another plan is never canceled', async () => {
  const [first, second] = bench.planIds;
  const { pay } = stripeCallsOf(bench.sandbox);
  let paidFirst = 0;
  let paidSecond = 0;
  /** Pays right before the request with the given number, or at the same time. @returns whether there was such a request */
  const race = async (round: number, isAwaited: boolean): Promise<boolean> => {
    const user = await makeClient(bench.sql);
    const { clientSecret } = await choose(user, first);
    await settled();
    count = 0;
    let paying: Promise<unknown> | undefined;
    beforeRequest = async (at) => {
      if (paying || at !== round) return;
      paying = pay(clientSecret);
      if (isAwaited) await paying;
      else await delay(round % 7);
    };
    const chosen = await choose(user, second).catch((error) => error.code as string);
    beforeRequest = async () => {};
    const wasInterrupted = paying !== undefined;
    await (paying ?? pay(clientSecret));
    await settled();
    const paid = await paidOf(user);
    expect([round, paid.length <= 1, paid.every(({ status }) => status === 'active')]).toEqual([
      round,
      true,
      true,
    ]);
    if (paid.length === 1) {
      paidFirst += 1;
      expect([round, await bench.billing.mine(user.id)]).toMatchObject([
        round,
        { status: 'active', plan: { id: first } },
      ]);
      expect([round, chosen]).toEqual([round, 'CONFLICT']);
    } else {
      // The second plan can be paid, and nothing was paid for the first one.
      paidSecond += 1;
      expect([round, chosen]).toMatchObject([round, { clientSecret: expect.any(String) }]);
      await pay((chosen as { clientSecret: string }).clientSecret);
      await settled();
      expect(await bench.billing.mine(user.id)).toMatchObject({ plan: { id: second } });
    }
    return wasInterrupted;
  };
  for (let round = 0; round < requestsMost; round += 1) {
    if (!(await race(round, true))) break;
    if (round % 4 === 0) await race(round, false);
  }
  // Both outcomes must occur. Otherwise the test caused no race.
  expect(Math.min(paidFirst, paidSecond)).toBeGreaterThan(3);
}, 300_000);

it('an active subscription is not stored with the failed attempt that preceded its payment', async () => {
  const user = await makeClient(bench.sql);
  const { pay } = stripeCallsOf(bench.sandbox);
  const { clientSecret } = await choose(user, bench.planIds[0]);
  await settled();
  // The event of the declined card is being read when the next card is accepted.
  const none = /^$/;
  arriving = /^invoice\.payment_failed$/;
  beforeRequest = async (_, url) => {
    if (arriving === none || !url.includes('/v1/subscriptions/')) return;
    arriving = none;
    await pay(clientSecret);
  };
  await pay(clientSecret, cards.declines);
  await settled();
  beforeRequest = async () => {};
  const [stored] = await bench.sql`
    select s.status as subscription, p.status as payment
    from subscriptions s join payments p on p.subscription_id = s.id
    where s.user_id = ${user.id}`;
  expect(arriving).toBe(none);
  arriving = /./;
  expect(stored).toEqual({ subscription: 'active', payment: 'completed' });
});
