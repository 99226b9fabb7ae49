import { and, asc, eq, isNull, lt, max, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { Refusal } from '~/contract/errors';
import type { Database } from '../db/client';
import { payments, stripeEvents } from '../db/schema/billing';
import { ownerOf } from './apply-subscription';
import { idOf, type StripeSource } from './stripe';
import type { Sync, Targets } from './sync';

/** Of what an event is about, the fields by which its subject is found; whatever else it holds. */
interface Subject {
  id?: string;
  object?: string;
  customer?: string | { id: string } | null;
  payment_intent?: string | { id: string } | null;
  invoice?: string | { id: string } | null;
}

const attemptsPerRun = 100;
const pulledAtMost = 500;

/** How far back Stripe is asked for what it told: further than any of its deliveries is late by itself. */
const overlapMs = 60 * 60_000;
const firstPullMs = 24 * 60 * 60_000;

/**
 * Stripe's events: written down by their id before anything else, then applied. An event says only where
 * to look; what is so is read from Stripe, so that a repeat, a late one, or one of a stranger does no harm.
 */
export function createInbox(
  db: Database,
  deps: {
    stripe: StripeSource;
    sync: Sync;
    adoptCard(stripe: Stripe, setupIntentId: string): Promise<void>;
    onFailure(event: string, error: unknown): void;
  },
) {
  const underWay = new Set<Promise<void>>();

  async function invoiceOf(stripe: Stripe, intentId: string): Promise<string[]> {
    const known = await db
      .select({ id: payments.stripeInvoiceId })
      .from(payments)
      .where(eq(payments.stripePaymentIntentId, intentId));
    if (known.length > 0) return known.map(({ id }) => id);
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      limit: 10,
    });
    return data.flatMap(({ invoice }) => idOf(invoice) ?? []);
  }

  async function targetsOf(stripe: Stripe, type: string, subject: Subject): Promise<Targets> {
    const { id } = subject;
    if (!id) return {};
    const customer = idOf(subject.customer);
    // Whose customer is none of ours has paid for something else in the same account.
    if (customer && !(await ownerOf(db, customer))) return {};
    if (type.startsWith('customer.subscription.')) return { subscriptions: [id] };
    if (type.startsWith('invoice.') && subject.object === 'invoice') return { invoices: [id] };
    if (/^(charge|refund|payment_intent)\./.test(type)) {
      const intent = subject.object === 'payment_intent' ? id : idOf(subject.payment_intent);
      return intent ? { invoices: await invoiceOf(stripe, intent) } : {};
    }
    return {};
  }

  async function apply(id: string): Promise<void> {
    const [row] = await db.select().from(stripeEvents).where(eq(stripeEvents.id, id));
    if (!row) throw new Refusal('NOT_FOUND', 'There is no such event');
    try {
      const stripe = await deps.stripe();
      const subject = ((row.payload as Partial<Stripe.Event>).data?.object ?? {}) as Subject;
      if (row.type === 'setup_intent.succeeded' && subject.id) {
        await deps.adoptCard(stripe, subject.id);
      }
      const targets = await targetsOf(stripe, row.type, subject);
      await deps.sync.run(stripe, targets, async (tx) => {
        await tx
          .update(stripeEvents)
          .set({
            appliedAt: new Date(),
            attempts: sql`${stripeEvents.attempts} + 1`,
            lastError: '',
          })
          .where(eq(stripeEvents.id, id));
      });
    } catch (error) {
      await db
        .update(stripeEvents)
        .set({
          attempts: sql`${stripeEvents.attempts} + 1`,
          lastError: reasonOf(error),
        })
        .where(eq(stripeEvents.id, id))
        .catch(() => {});
      throw error;
    }
  }

  const attempt = (id: string): Promise<void> =>
    apply(id).catch((error) => deps.onFailure(id, error));

  return {
    /** @returns whether it is new */
    async record(event: Stripe.Event): Promise<boolean> {
      const rows = await db
        .insert(stripeEvents)
        .values({
          id: event.id,
          type: event.type,
          payload: event,
          createdAt: new Date(event.created * 1000),
        })
        .onConflictDoNothing()
        .returning({ id: stripeEvents.id });
      return rows.length > 0;
    },

    /** Without anybody waiting for it: what fails is tried again by `catchUp`. */
    applySoon(id: string): void {
      const applying = attempt(id).finally(() => underWay.delete(applying));
      underWay.add(applying);
    },

    /** Applies again what was received, applied or not. */
    replay: apply,

    /** Asks Stripe what it has told of late, for what never arrived here. @returns how many that were */
    async pull(now = new Date()): Promise<number> {
      const stripe = await deps.stripe();
      const [row] = await db.select({ last: max(stripeEvents.createdAt) }).from(stripeEvents);
      const since = row?.last ? row.last.getTime() - overlapMs : now.getTime() - firstPullMs;
      let missed = 0;
      let seen = 0;
      for await (const event of stripe.events.list({
        created: { gte: Math.floor(since / 1000) },
        limit: 100,
      })) {
        if (await this.record(event)) missed += 1;
        seen += 1;
        if (seen >= pulledAtMost) break;
      }
      return missed;
    },

    /** Applies what waits; what has failed waits longer each time. @returns how many were tried */
    async catchUp(): Promise<number> {
      const waiting = await db
        .select({ id: stripeEvents.id })
        .from(stripeEvents)
        .where(
          and(
            isNull(stripeEvents.appliedAt),
            lt(
              stripeEvents.receivedAt,
              sql`now() - make_interval(secs => least(${stripeEvents.attempts} * ${stripeEvents.attempts} * 15, 86400))`,
            ),
          ),
        )
        .orderBy(asc(stripeEvents.receivedAt))
        .limit(attemptsPerRun);
      for (const { id } of waiting) await attempt(id);
      return waiting.length;
    },

    async settle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

/** Never empty: where there is a reason, the event has failed. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message || error.name : '';
  return (reason || 'unknown').slice(0, 500);
}

export type Inbox = ReturnType<typeof createInbox>;
