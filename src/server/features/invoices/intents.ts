import { and, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { AppError } from '~/contract/common/errors';
import type { PaymentOutcome } from '~/contract/invoices/invoices-schema';
import { addDocumentEvent } from '~/server/features/documents/events';
import type { AccountSource } from '~/server/features/payments/account';
import { isChargeable, toStripeAmount } from '~/server/features/payments/amounts';
import { inWords, isInvalidRequest, isMissing } from '~/server/features/payments/failures';
import type { StripeSource } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { documentEvents, invoiceIntents } from '~/server/platform/db/schema/invoices';
import { lockInvoice, remainingCents, type Transaction } from './invoices.rows';
import { isPaymentPending } from './pending-payments';

type IntentRow = typeof invoiceIntents.$inferSelect;

/** Statuses at Stripe in which a client can still enter or confirm a payment method. */
const payable: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Maximum number of attempts to find a payable intent, because the remaining amount can change while Stripe responds. */
const attempts = 4;

const pending = () =>
  new AppError(
    'CONFLICT',
    'A payment of this invoice is under way. Banks can take some days. Please do not pay again meanwhile.',
  );

/** Returns the error for an amount that Stripe cannot charge. Stripe requires that the third decimal is 0. */
const unchargeable = (currency: string) =>
  new AppError(
    'CONFLICT',
    `Online payments are in steps of 0.010 ${currency}, which this amount is not. Please pay it by bank transfer.`,
  );

/**
 * Returns the open intent for the remaining amount, creating one if necessary, and the Stripe id of
 * the intent that it replaces.
 *
 * @throws CONFLICT if nothing is due, a payment is pending, or Stripe cannot charge the amount
 */
async function claim(
  tx: Transaction,
  invoiceId: number,
  account: string,
): Promise<{ row: IntentRow; replaced?: string | null }> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice.status !== 'open') {
    throw new AppError('CONFLICT', 'Nothing is due on this invoice');
  }
  if (await isPaymentPending(tx, invoiceId)) throw pending();
  const amountCents = remainingCents(invoice);
  if (!isChargeable(amountCents, invoice.currency)) throw unchargeable(invoice.currency);
  const [open] = await tx
    .select()
    .from(invoiceIntents)
    .where(and(eq(invoiceIntents.invoiceId, invoiceId), isNull(invoiceIntents.closedAt)));
  if (open?.amountCents === amountCents && open.stripeAccount === account) return { row: open };
  if (open) await close(tx, open.id);
  const [made] = await tx
    .insert(invoiceIntents)
    .values({
      invoiceId,
      amountCents,
      currency: invoice.currency,
      stripeAccount: account,
      key: `invoice:${invoiceId}:${crypto.randomUUID()}`,
    })
    .returning();
  if (!made) throw new Error('an intent was not stored');
  return { row: made, ...(open && { replaced: open.stripeId }) };
}

export async function close(tx: Pick<Database, 'update'>, id: number): Promise<void> {
  await tx
    .update(invoiceIntents)
    .set({ closedAt: sql`coalesce(${invoiceIntents.closedAt}, clock_timestamp())` })
    .where(eq(invoiceIntents.id, id));
}

/**
 * Creates an intent at Stripe under its stored key, so that a repeated call returns the same
 * intent, even after a crash.
 *
 * @returns the intent's id at Stripe
 */
async function make(db: Database, stripe: Stripe, row: IntentRow): Promise<string> {
  const made = await stripe.paymentIntents.create(
    {
      amount: toStripeAmount(row.amountCents, row.currency),
      currency: row.currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      metadata: { invoice: String(row.invoiceId), key: row.key },
    },
    { idempotencyKey: row.key },
  );
  await db.update(invoiceIntents).set({ stripeId: made.id }).where(eq(invoiceIntents.id, row.id));
  return made.id;
}

export async function intentRow(
  db: Pick<Database, 'select'>,
  stripeId: string,
): Promise<IntentRow | undefined> {
  const [row] = await db.select().from(invoiceIntents).where(eq(invoiceIntents.stripeId, stripeId));
  return row;
}

/** Cancels an intent at Stripe. Stripe rejects this if the intent was paid, which the next read shows. */
async function cancelAtStripe(stripe: Stripe, stripeId: string): Promise<void> {
  await stripe.paymentIntents.cancel(stripeId).catch((error) => {
    if (!isInvalidRequest(error) && !isMissing(error)) throw error;
  });
}

/**
 * Manages payment intents of invoices. The invoice determines the amount. Only one intent, for the remaining amount,
 * can be paid at a time. An intent with another amount is closed in our table and canceled at Stripe. If such an intent
 * is paid anyway, the invoice is overpaid.
 */
export function createIntents(
  db: Database,
  deps: {
    stripe: StripeSource;
    account: AccountSource;
    /** Reads an intent at Stripe and updates our tables. */
    sync(stripe: Stripe, stripeId: string): Promise<void>;
    onFailure(about: string, error: unknown): void;
  },
) {
  async function secretOf(invoiceId: number): Promise<string> {
    const stripe = await deps.stripe();
    const account = await deps.account();
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { row, replaced } = await db.transaction((tx) => claim(tx, invoiceId, account));
      if (replaced) {
        // Cancels the old intent before another one can be paid, because another device may still have the old intent's
        // secret.
        await cancelAtStripe(stripe, replaced);
        await deps.sync(stripe, replaced);
        continue;
      }
      const stripeId = row.stripeId ?? (await make(db, stripe, row));
      const intent = await stripe.paymentIntents.retrieve(stripeId).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      const [now] = await db.select().from(invoiceIntents).where(eq(invoiceIntents.id, row.id));
      // The remaining amount changed while Stripe responded.
      if (now?.closedAt) continue;
      if (intent?.client_secret && payable.includes(intent.status)) return intent.client_secret;
      await deps.sync(stripe, stripeId);
    }
    throw pending();
  }

  /** Adds Stripe's reason to the invoice's timeline, once for repeated attempts. */
  async function noteRefusal(invoiceId: number, reason: string): Promise<void> {
    const [newest] = await db
      .select()
      .from(documentEvents)
      .where(eq(documentEvents.invoiceId, invoiceId))
      .orderBy(desc(documentEvents.id))
      .limit(1);
    const text = `Stripe: ${reason}`;
    if (newest?.text === text) return;
    await addDocumentEvent(db, { invoiceId }, 'payment_failed', { text });
  }

  /** Cancels closed intents at Stripe, and rereads open ones whose event may have been lost. */
  async function reconcile(stripe: Stripe): Promise<void> {
    const waiting = await db
      .select()
      .from(invoiceIntents)
      .where(
        and(
          isNull(invoiceIntents.settledAt),
          isNotNull(invoiceIntents.stripeId),
          or(
            gt(invoiceIntents.closedAt, invoiceIntents.syncedAt),
            // The interval grows with the intent's age. Most open intents are abandoned, and events report changes of
            // the others.
            sql`${invoiceIntents.syncedAt} < now() - greatest(interval '5 minutes', (now() - ${invoiceIntents.createdAt}) / 10)`,
          ),
        ),
      )
      .orderBy(invoiceIntents.syncedAt)
      .limit(25);
    for (const { stripeId, closedAt } of waiting) {
      if (!stripeId) continue;
      try {
        if (closedAt) await cancelAtStripe(stripe, stripeId);
        await deps.sync(stripe, stripeId);
      } catch (error) {
        deps.onFailure(stripeId, error);
      }
    }
  }

  return {
    /**
     * Returns the client secret to pay with. A repeated call returns the same secret while the amount does not change.
     */
    secretOf: (invoiceId: number): Promise<string> =>
      inWords(secretOf(invoiceId), (reason) => noteRefusal(invoiceId, reason)),

    reconcile,

    cancelClosedSoon(): void {
      void deps
        .stripe()
        .then(reconcile)
        // A job retries the cancelation.
        .catch(() => {});
    },

    /**
     * Reads the newest intent of an invoice at Stripe, so that a client who has just paid does not have to wait for an
     * event.
     */
    async outcomeOf(invoiceId: number): Promise<PaymentOutcome> {
      const [newest] = await db
        .select()
        .from(invoiceIntents)
        .where(and(eq(invoiceIntents.invoiceId, invoiceId), isNotNull(invoiceIntents.stripeId)))
        .orderBy(desc(invoiceIntents.id))
        .limit(1);
      if (!newest?.stripeId) return 'none';
      if (!newest.settledAt) await inWords(deps.sync(await deps.stripe(), newest.stripeId));
      const [payment] = await db
        .select({ status: payments.status })
        .from(payments)
        .where(eq(payments.stripePaymentIntentId, newest.stripeId));
      if (payment?.status === 'pending') return 'pending';
      return payment && payment.status !== 'failed' ? 'received' : 'none';
    },
  };
}
