import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { AppError } from '~/contract/common/errors';
import { isPassing, reasonFor } from '~/server/features/payments/failures';
import { idOf, type StripeSource } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { payments, stripeEvents } from '~/server/platform/db/schema/billing';
import { ownerOf } from './apply-subscription';
import type { AfterSync, InvoiceBilling } from './invoice-billing';
import type { Sync, Targets } from './sync';

/** Fields of an event's object that identify the subscription, invoice and customer. */
interface Subject {
  id?: string;
  object?: string;
  customer?: string | { id: string } | null;
  payment_intent?: string | { id: string } | null;
  metadata?: Record<string, string> | null;
  /** Parent of an invoice. */
  parent?: {
    subscription_details?: { subscription?: string | { id: string } | null } | null;
  } | null;
}

const attemptsPerRun = 100;

/** Returns whether events of this type affect stored data. Other events are not applied. */
const isRelevant = (type: string): boolean =>
  /^(customer\.subscription|invoice|charge|refund|payment_intent)\./.test(type) ||
  type === 'setup_intent.succeeded';

function intentOf(type: string, subject: Subject): string | undefined {
  if (!/^(charge|refund|payment_intent)\./.test(type)) return undefined;
  return subject.object === 'payment_intent' ? subject.id : idOf(subject.payment_intent);
}

/**
 * Stores Stripe's events by id, then applies them. An event only identifies an object; the object's state is read from
 * Stripe, so that repeated, late and unrelated events are harmless.
 */
export function createStripeEvents(
  db: Database,
  deps: {
    stripe: StripeSource;
    sync: Sync;
    invoicePayments?: Pick<InvoiceBilling, 'owns' | 'sync'> | undefined;
    adoptCard(stripe: Stripe, setupIntentId: string): Promise<void>;
    onFailure(event: string, error: unknown): void;
  },
) {
  const underWay = new Set<Promise<unknown>>();

  async function invoiceOf(stripe: Stripe, intentId: string): Promise<string[]> {
    const known = await db
      .select({ id: payments.stripeInvoiceId })
      .from(payments)
      .where(eq(payments.stripePaymentIntentId, intentId));
    const ids = known.flatMap(({ id }) => id ?? []);
    if (ids.length > 0) return ids;
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      limit: 10,
    });
    return data.flatMap(({ invoice }) => idOf(invoice) ?? []);
  }

  async function targetsOf(stripe: Stripe, type: string, subject: Subject): Promise<Targets> {
    const { id } = subject;
    if (!id) return {};
    const isSubscription = type.startsWith('customer.subscription.');
    const customer = idOf(subject.customer);
    const subscription = isSubscription
      ? id
      : idOf(subject.parent?.subscription_details?.subscription);
    // Skips customers who are not our clients, because they bought something else in the same Stripe account.
    if (customer && !(await ownerOf(db, { customer, subscription }))) return {};
    if (isSubscription) return { subscriptions: [id] };
    if (type.startsWith('invoice.') && subject.object === 'invoice') return { invoices: [id] };
    const intent = intentOf(type, subject);
    return intent ? { invoices: await invoiceOf(stripe, intent) } : {};
  }

  /** Returns the intent of an event if it pays one of the agency's own invoices. */
  async function ownIntentOf(type: string, subject: Subject): Promise<string | undefined> {
    const id = intentOf(type, subject);
    const isOwn = id && (await deps.invoicePayments?.owns({ id, key: subject.metadata?.key }));
    return isOwn ? id : undefined;
  }

  async function apply(id: string): Promise<void> {
    const [row] = await db.select().from(stripeEvents).where(eq(stripeEvents.id, id));
    if (!row) throw new AppError('NOT_FOUND', 'Event not found');
    try {
      const stripe = await deps.stripe();
      const subject = ((row.payload as Partial<Stripe.Event>).data?.object ?? {}) as Subject;
      if (row.type === 'setup_intent.succeeded' && subject.id) {
        await deps.adoptCard(stripe, subject.id);
      }
      const markApplied: AfterSync = async (tx, notes) => {
        await tx
          .update(stripeEvents)
          .set({
            appliedAt: new Date(),
            attempts: sql`${stripeEvents.attempts} + 1`,
            lastError: '',
            note: notes.join(' '),
          })
          .where(eq(stripeEvents.id, id));
      };
      const ownIntent = await ownIntentOf(row.type, subject);
      if (ownIntent) await deps.invoicePayments?.sync(stripe, ownIntent, markApplied);
      else await deps.sync.run(stripe, await targetsOf(stripe, row.type, subject), markApplied);
    } catch (error) {
      await db
        .update(stripeEvents)
        .set({
          attempts: sql`${stripeEvents.attempts} + 1`,
          lastError: reasonFor(error),
        })
        .where(eq(stripeEvents.id, id))
        // Ignores an error while storing the failure, because the original failure matters more.
        .catch(() => {});
      throw error;
    }
  }

  /** Applies an event. @returns the error; undefined if the event was applied */
  async function attempt(id: string): Promise<unknown> {
    try {
      await apply(id);
      return undefined;
    } catch (error) {
      deps.onFailure(id, error);
      return error;
    }
  }

  return {
    /** Stores events. @returns the ids of new ones, which must be applied */
    async record(events: readonly Stripe.Event[]): Promise<string[]> {
      if (events.length === 0) return [];
      const rows = await db
        .insert(stripeEvents)
        .values(
          events.map((event) => ({
            id: event.id,
            type: event.type,
            payload: event,
            createdAt: new Date(event.created * 1000),
            appliedAt: isRelevant(event.type) ? null : new Date(),
          })),
        )
        .onConflictDoNothing()
        .returning({ id: stripeEvents.id, appliedAt: stripeEvents.appliedAt });
      return rows.filter(({ appliedAt }) => appliedAt === null).map(({ id }) => id);
    },

    /** Applies an event in the background; `catchUp` retries failures. */
    applySoon(id: string): void {
      const applying = attempt(id).finally(() => underWay.delete(applying));
      underWay.add(applying);
    },

    /** Applies a stored event again, even if it has been applied before. */
    replay: apply,

    /**
     * Applies waiting events. The delay before the next attempt grows with each failure. @returns the number of events
     * that were tried
     */
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
      let tried = 0;
      for (const { id } of waiting) {
        tried += 1;
        // While Stripe is unreachable, each further event would time out as well.
        if (isPassing(await attempt(id))) break;
      }
      return tried;
    },

    /**
     * Returns the number of events that have not been applied yet, and the age of the oldest in
     * seconds.
     */
    async backlog(): Promise<{ waiting: number; oldestSeconds: number }> {
      const [row] = await db
        .select({
          waiting: sql<number>`count(*)`.mapWith(Number),
          oldestSeconds:
            sql<number>`coalesce(extract(epoch from now() - min(${stripeEvents.receivedAt})), 0)`.mapWith(
              Number,
            ),
        })
        .from(stripeEvents)
        .where(isNull(stripeEvents.appliedAt));
      return row ?? { waiting: 0, oldestSeconds: 0 };
    },

    async settle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export type StripeEvents = ReturnType<typeof createStripeEvents>;
