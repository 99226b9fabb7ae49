import { eq, inArray } from 'drizzle-orm';

import { nextCharge } from '~/contract/plans/plan-charges';
import { toCurrentUser } from '~/server/features/identity/users';
import type { Database } from '~/server/platform/db/client';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { plans } from '~/server/platform/db/schema/plans';
import { sandboxObjects } from '~/server/platform/db/schema/sandbox';
import type { DemoPlans } from './demo-plans';
import { type DemoClient, demoClients } from './people';
import { type DemoAct, moveBack } from './sales';
import { shiftedBack } from './shifted-back';

const dayMs = 24 * 60 * 60 * 1000;

interface SamplePlan {
  /** Actions that create the subscription and each of its renewals. */
  acts: DemoAct[];
  /**
   * Moves the rows that the actions have written to the dates of the charges. Must run after all
   * actions, because billing reads Stripe's objects during them.
   */
  moveBack(): Promise<void>;
}

/** Returns the dates of all charges up to the latest one, on the same day of each month or year. */
function chargeDates({ cycle, renewals }: NonNullable<DemoClient['plan']>): Date[] {
  const latest = new Date(Date.now() - (cycle === 'monthly' ? 11 : 55) * dayMs);
  const first = new Date(latest);
  const back = renewals * (cycle === 'monthly' ? 1 : 12);
  // Counts from the first day of the month, because other days may not exist in the previous month.
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() - back);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  first.setUTCDate(Math.min(latest.getUTCDate(), lastDay.getUTCDate(), 28));
  const dates = [first];
  for (let nth = 0; nth < renewals; nth += 1) {
    dates.push(nextCharge(dates.at(-1) ?? first, cycle));
  }
  return dates;
}

/** Returns the subscriptions of the sample clients. */
export async function samplePlans(db: Database, billing: DemoPlans): Promise<SamplePlan[]> {
  const samples: SamplePlan[] = [];
  for (const { email, plan } of demoClients) {
    if (!plan) continue;
    const [chosen] = await db.select({ id: plans.id }).from(plans).where(eq(plans.name, plan.name));
    const [row] = await db.select().from(users).where(eq(users.email, email));
    if (!chosen || !row) continue;
    const client = toCurrentUser(row, 'client');
    const dates = chargeDates(plan);
    samples.push({
      acts: dates.map((date, nth) => ({
        daysAgo: (Date.now() - date.getTime()) / dayMs,
        act: () =>
          nth === 0
            ? billing.subscribe(client, { planId: chosen.id, cycle: plan.cycle })
            : billing.renew(client),
      })),
      moveBack: () => moveChargesBack(db, client.id, { dates, cycle: plan.cycle }),
    });
  }
  return samples;
}

/** Moves the subscription, its payments and its invoices, which were all written just now, to the dates of the charges. */
async function moveChargesBack(
  db: Database,
  userId: string,
  { dates, cycle }: { dates: Date[]; cycle: 'monthly' | 'yearly' },
): Promise<void> {
  const [row] = await db
    .select({
      id: subscriptions.id,
      end: subscriptions.currentPeriodEnd,
      customer: users.stripeCustomerId,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(eq(subscriptions.userId, userId));
  const [first, latest] = [dates[0], dates.at(-1)];
  if (!row?.end || !row.customer || !first || !latest) return;
  const end = nextCharge(latest, cycle);
  const back = row.end.getTime() - end.getTime();
  await db
    .update(subscriptions)
    .set({ currentPeriodEnd: end, createdAt: first })
    .where(eq(subscriptions.id, row.id));
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(payments.id);
  const charges = paid.filter(({ stripeInvoiceId }) => stripeInvoiceId !== null);
  const movedTo = new Map<string, Date>();
  for (const [nth, payment] of charges.entries()) {
    const at = dates[nth] ?? latest;
    if (payment.stripeInvoiceId) movedTo.set(payment.stripeInvoiceId, at);
    await db
      .update(payments)
      .set({ createdAt: at, paidAt: payment.paidAt && at, updatedAt: at })
      .where(eq(payments.id, payment.id));
    if (payment.invoiceId === null) continue;
    const daysAgo = Math.floor(Date.now() / dayMs) - Math.floor(at.getTime() / dayMs);
    await moveBack(db, { invoiceId: payment.invoiceId }, daysAgo);
    const lastDay = new Date(nextCharge(at, cycle).getTime() - dayMs);
    await db
      .update(invoices)
      .set({
        serviceFrom: at.toISOString().slice(0, 10),
        serviceTo: lastDay.toISOString().slice(0, 10),
      })
      .where(eq(invoices.id, payment.invoiceId));
  }
  const things = await db
    .select()
    .from(sandboxObjects)
    .where(inArray(sandboxObjects.customer, [row.customer]));
  for (const thing of things) {
    const at = movedTo.get(thing.id);
    const seconds = Math.round((at ? Date.now() - at.getTime() : back) / 1000);
    await db
      .update(sandboxObjects)
      .set({ body: shiftedBack(thing.body, seconds) })
      .where(eq(sandboxObjects.id, thing.id));
  }
}
