import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { liveStatuses, subscriptionStatuses } from '~/contract/billing/billing';
import { centsToDecimal } from '~/contract/common/money';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { confirmDebit, confirmIntent } from '~/sandbox/payments/confirm';
import { type PaymentsSandbox, sign } from '~/sandbox/payments/service';
import { createStats } from '~/server/features/dashboard/stats';
import { createUsersAdmin } from '~/server/features/identity/users-admin';
import { createOverview } from '~/server/features/overview/overview.service';
import { createAudit } from '~/server/platform/audit/audit';
import type { Sql } from '~/server/platform/db/client';
import { type BillingBench, startBilling, webhookSecret } from '~/testing/billing';
import { accounts, makeClient } from '~/testing/payments';
import type { Billing } from './billing.service';

let bench: BillingBench;
let client: Sql;
let sandbox: PaymentsSandbox;
let billing: Billing;
let planIds: number[];
/** Webhooks that the test delivers later. */
let held: string[] = [];

beforeAll(async () => {
  bench = await startBilling({
    deliver: async (body) => {
      held.push(body);
    },
    onFailure: (event, error) => {
      throw new Error(`${event} was not applied`, { cause: error });
    },
  });
  ({ billing, sandbox, planIds, sql: client } = bench);
});
afterAll(() => bench.close());

async function arrive(bodies: readonly string[]): Promise<void> {
  for (const body of bodies) await billing.receive(body, sign(webhookSecret, body));
  await billing.settle();
}

const steps = [
  ...(['pay', 'decline', 'debit', 'bank', 'renew'] as const),
  ...(['refund', 'part', 'cancel', 'resume', 'change'] as const),
];
type Step = (typeof steps)[number];

/** SQL for the amount of a charge at Stripe, minus refunds and lost disputes. */
const keptOfCharge = `coalesce(sum(case when charge.body ->> 'status' = 'succeeded' then
  (charge.body ->> 'amount')::int - (charge.body ->> 'amount_refunded')::int
  - coalesce((select sum((dispute.body ->> 'amount')::int) from sandbox_objects dispute
    where dispute.object = 'dispute' and dispute.body ->> 'charge' = charge.id), 0) else 0 end), 0)::int`;

/** Returns what the client paid at Stripe minus refunds and lost disputes, in cents. */
async function keptAtStripe(user: CurrentUser): Promise<number> {
  const [row] = await client`
    select ${client.unsafe(keptOfCharge)} as cents
    from sandbox_objects charge where object = 'charge'
      and customer = (select stripe_customer_id from users where id = ${user.id})`;
  return row?.cents;
}

/** Expects the same figures as at Stripe on every screen with totals. */
async function expectTotals(user: CurrentUser): Promise<void> {
  const { db } = bench;
  const kept = await keptAtStripe(user);
  expect(await billing.spentCents(user.id)).toBe(kept);
  expect((await createStats(db)(user.id)).totalSpent).toBe(centsToDecimal(kept));
  const { rows } = await createUsersAdmin(db, {
    audit: createAudit(db),
    historyOf: async () => [],
    recordOf: () => Promise.reject(new Error('not asked for')),
    trailOf: () => Promise.reject(new Error('not asked for')),
    joinCompany: async () => [],
    changeBilling: async () => [],
    links: { mailed: () => Promise.reject(new Error('not asked for')) },
    mailer: { open: () => Promise.reject(new Error('not asked for')), sendSoon: () => {} },
    reversions: {
      find: async () => undefined,
      restoreByAgency: async () => {},
      setByAgency: async () => [],
    },
  }).search({ search: user.email });
  expect(rows.map(({ spent }) => spent)).toEqual([centsToDecimal(kept)]);
  const [all] = await client`
    select ${client.unsafe(keptOfCharge)} as cents
    from sandbox_objects charge where object = 'charge'`;
  const overview = createOverview(db);
  expect((await overview.stats()).totalRevenue).toBe(centsToDecimal(all?.cents));
  const charted = (await overview.chart('30d')).reduce((sum, { revenue }) => sum + revenue, 0);
  expect(Math.round(charted * 100)).toBe(all?.cents);
}

async function take(user: CurrentUser, step: Step, at: number): Promise<void> {
  const [paid] = (await billing.payments(user.id)).filter(({ status }) => status === 'completed');
  switch (step) {
    case 'pay':
    case 'decline':
    case 'debit': {
      const { clientSecret } = await billing.subscribe(user, {
        planId: planIds[at % planIds.length] ?? 0,
        cycle: at % 2 ? 'yearly' : 'monthly',
      });
      if (step === 'debit') {
        const ibans = Object.values(accounts);
        const debit = { last4: ibans[at % ibans.length] ?? '' };
        await sandbox.within((store) => confirmDebit(store, clientSecret, debit));
        return;
      }
      const last4 = step === 'pay' ? '4242' : '0002';
      await sandbox.within((store) =>
        confirmIntent(store, clientSecret, { last4, expMonth: 12, expYear: 2034 }),
      );
      return;
    }
    case 'bank':
      await sandbox.skipToAnswers();
      return;
    case 'renew':
      await billing.skipToRenewal(user.id);
      return;
    case 'refund':
      await billing.refund(paid?.id ?? 0);
      return;
    case 'part':
      await billing.refund(paid?.id ?? 0, 1 + (at % 997));
      return;
    case 'cancel':
      await billing.cancel(user.id);
      return;
    case 'resume':
      await billing.resume(user.id);
      return;
    case 'change': {
      const choice = {
        planId: planIds[at % planIds.length] ?? 0,
        cycle: at % 2 ? ('monthly' as const) : ('yearly' as const),
      };
      const { amountDue, countedAt } = await billing.previewChange(user.id, choice);
      await billing.change(user.id, { ...choice, amountDue, countedAt });
    }
  }
}

it('totals match Stripe to the cent after random steps and any order of webhooks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(5000)), { minLength: 1, maxLength: 7 }),
      fc.infiniteStream(fc.nat()),
      async (history, draws) => {
        const user = await makeClient(client);
        held = [];
        const draw = (below: number) => (draws.next().value ?? 0) % below;
        const first = draw(2) === 0 ? 'pay' : 'debit';
        for (const [step, at] of [[first, draw(3)] as const, ...history]) {
          // A step that is impossible in the current state is rejected and changes nothing.
          await take(user, step, at).catch(() => {});
          await sandbox.settle();
          // Some webhooks arrive between the steps, some twice, and some only at the end.
          if (draw(3) === 0) await arrive(held);
        }
        const shuffled = [...held, ...held.slice(draw(held.length + 1))];
        for (let from = shuffled.length - 1; from > 0; from--) {
          const to = draw(from + 1);
          [shuffled[from], shuffled[to]] = [shuffled[to] ?? '', shuffled[from] ?? ''];
        }
        await arrive(shuffled);
        await expectTotals(user);
        const [at] = await client`
          select body ->> 'status' as status from sandbox_objects where object = 'subscription'
            and customer = (select stripe_customer_id from users where id = ${user.id})
          order by position desc limit 1`;
        const isLive = liveStatuses.some((live) => live === at?.status);
        expect((await billing.mine(user.id))?.status).toBe(isLive ? at?.status : undefined);
        const received = await client`
          select about, count(*)::int as n from mails
          where "to" = ${user.email} and kind = 'payment_received' group by about having count(*) > 1`;
        expect(received).toEqual([]);
      },
    ),
    { numRuns: 3 },
  );
}, 120_000);

it('the status at Stripe is stored instead of the status in the event', async () => {
  const user = await makeClient(client);
  held = [];
  await take(user, 'pay', 0);
  await sandbox.settle();
  await arrive(held);
  for (const status of subscriptionStatuses) {
    const [row] = await client`
      update sandbox_objects set body = body || jsonb_build_object('status', ${status}::text)
      where object = 'subscription'
        and customer = (select stripe_customer_id from users where id = ${user.id}) returning body`;
    const event = {
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type: 'customer.subscription.updated',
      created: 1_700_000_000,
      // The status inside the event is outdated and must be ignored.
      data: { object: { ...row?.body, status: 'active' } },
    } as unknown as Stripe.Event;
    await arrive([JSON.stringify(event)]);
    const [stored] = await client`select status from subscriptions where user_id = ${user.id}`;
    expect(stored?.status).toBe(status);
  }
});
