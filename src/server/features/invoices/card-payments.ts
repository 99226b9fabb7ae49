import { and, eq, isNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { PaymentStatus } from '~/contract/billing/payments';
import { disputesOf } from '~/server/features/billing/snapshots';
import { fromStripeAmount, toStripeAmount } from '~/server/features/payments/amounts';
import { isInvalidRequest, isMissing } from '~/server/features/payments/failures';
import { lastRefundAt } from '~/server/features/payments/stripe';
import {
  type PaymentRow,
  type WrittenPayment,
  writePayment,
} from '~/server/features/payments/write-payment';
import type { Database } from '~/server/platform/db/client';
import { payments, refunds } from '~/server/platform/db/schema/billing';
import { invoiceIntents } from '~/server/platform/db/schema/invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { followPayment, isPaid } from './follow-payment';
import { cancelAtStripe, close, intentRow } from './intents';
import { type InvoiceRow, lockInvoice, remainingCents, type Transaction } from './invoices.rows';
import type { Issuing } from './issue';
import { isPaymentPending } from './pending-payments';

/** What is used of an intent at Stripe; undefined where there is no payment to tell of. */
interface Snapshot {
  method: 'card' | 'debit';
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  refundedAt?: Date | undefined;
  dispute: string;
  failure: string;
  /** The bank took a debit back after it was paid. */
  isReturned: boolean;
}

type Within = (tx: Transaction, notes: readonly string[]) => Promise<void>;

/** How it is or was to be paid, as far as that is known yet. */
function methodOf(intent: Stripe.PaymentIntent): Snapshot['method'] {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const type =
    intent.last_payment_error?.payment_method?.type ?? charge?.payment_method_details?.type;
  return type === 'sepa_debit' ? 'debit' : 'card';
}

async function snapshotOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Snapshot | undefined> {
  const cents = (amount: number) => fromStripeAmount(amount, intent.currency);
  const failure = intent.last_payment_error?.message ?? '';
  const none = {
    method: methodOf(intent),
    amountCents: cents(intent.amount),
    refundedCents: 0,
    dispute: '',
    failure: '',
    isReturned: false,
  };
  if (intent.status === 'processing' || intent.status === 'requires_capture') {
    return { ...none, status: 'pending' };
  }
  if (intent.status === 'requires_payment_method' && failure) {
    return { ...none, status: 'failed', failure };
  }
  if (intent.status !== 'succeeded') return undefined;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const disputed = charge?.disputed
    ? await disputesOf(stripe, intent.id)
    : { status: '', taken: 0 };
  const amountCents = cents(intent.amount_received);
  // The bank of a debit is not argued with: what it takes back was not paid.
  const isReturned = none.method === 'debit' && cents(disputed.taken) >= amountCents;
  if (isReturned) {
    return {
      ...none,
      isReturned,
      amountCents,
      // What was refunded before is gone as well.
      refundedCents: Math.min(amountCents, cents(charge?.amount_refunded ?? 0)),
      status: 'failed',
      dispute: disputed.status,
      failure: 'It was returned by the bank.',
    };
  }
  const refundedCents = Math.min(
    amountCents,
    cents((charge?.amount_refunded ?? 0) + disputed.taken),
  );
  return {
    ...none,
    status: refundedCents === amountCents ? 'refunded' : 'completed',
    amountCents,
    refundedCents,
    refundedAt: lastRefundAt(charge),
    dispute: disputed.status,
  };
}

/** What was pending, and is cancelled or unknown at Stripe: nothing more is heard of it. */
async function endedOf(tx: Transaction, stripeId: string): Promise<Snapshot | undefined> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.stripePaymentIntentId, stripeId), eq(payments.status, 'pending')));
  return (
    row && {
      method: row.method === 'debit' ? 'debit' : 'card',
      status: 'failed',
      amountCents: row.amountCents,
      refundedCents: 0,
      dispute: '',
      failure: 'It was cancelled at Stripe.',
      isReturned: false,
    }
  );
}

/** What was returned has come after all. It was gone meanwhile: the sums of the days between stay. */
async function keepReturn(
  tx: Transaction,
  returnedAt: Date,
  { id: paymentId, amountCents: cents }: PaymentRow,
): Promise<void> {
  const [gone] = await tx
    .insert(refunds)
    .values({ paymentId, cents, refundedAt: returnedAt, createdAt: returnedAt })
    .returning({ id: refunds.id });
  await tx.insert(refunds).values({ paymentId, cents: -cents, takesBackId: gone?.id ?? null });
}

/** Brings payments of invoices by card and bank debit to what Stripe says of their intents. */
export function createCardPayments(
  db: Database,
  deps: { prepare(): Promise<Issuing>; mailer: Mailer },
) {
  async function now(): Promise<Date> {
    const [row] = await db.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
    return new Date(row?.now ?? Date.now());
  }

  /** Reserves what remains of the invoice for a confirmed intent. @returns whether it still fits */
  const reserve = (intent: Stripe.PaymentIntent) =>
    db.transaction(async (tx) => {
      const known = await intentRow(tx, intent.id);
      if (!known) return false;
      const invoice = await lockInvoice(tx, known.invoiceId);
      const row = await intentRow(tx, intent.id);
      if (row?.capturingSince) return true;
      const fits =
        !(await isPaymentPending(tx, invoice.id, intent.id)) &&
        row?.closedAt === null &&
        invoice.status === 'open' &&
        row.amountCents === remainingCents(invoice) &&
        toStripeAmount(row.amountCents, row.currency) === intent.amount;
      if (!row || !fits) return false;
      await tx
        .update(invoiceIntents)
        .set({ capturingSince: new Date() })
        .where(eq(invoiceIntents.id, row.id));
      return true;
    });

  const expand = ['latest_charge.refunds'];

  async function read(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> {
    const intent = await stripe.paymentIntents.retrieve(id, { expand }).catch((error) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (intent?.status !== 'requires_capture') return intent;
    // Captured while it fits, cancelled otherwise: no money is taken that is not owed.
    if (await reserve(intent)) {
      await stripe.paymentIntents
        .capture(id, {}, { idempotencyKey: `capture:${id}` })
        .catch((error) => {
          // Captured by another instance, or its time is over: the next reading shows which.
          if (!isInvalidRequest(error)) throw error;
        });
    } else {
      await cancelAtStripe(stripe, id);
    }
    return stripe.paymentIntents.retrieve(id, { expand });
  }

  async function write(
    tx: Transaction,
    invoice: InvoiceRow,
    stripeId: string,
    { isReturned, ...read }: Snapshot,
    readAt: Date,
  ): Promise<WrittenPayment | undefined> {
    const [before] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.stripePaymentIntentId, stripeId), eq(payments.invoiceId, invoice.id)));
    const reading = {
      ...read,
      readAt,
      currency: invoice.currency,
      stripePaymentIntentId: stripeId,
      paidAt: isPaid(read) || isReturned ? (before?.paidAt ?? readAt) : null,
      reversedAt: isReturned ? (before?.reversedAt ?? readAt) : null,
      returnedAt: isReturned ? (before?.returnedAt ?? readAt) : null,
    };
    const written = await writePayment(tx, before, reading, {
      userId: invoice.userId ?? '',
      invoiceId: invoice.id,
      description: `Invoice ${invoice.number}`,
    });
    if (written && before?.returnedAt && !isReturned)
      await keepReturn(tx, before.returnedAt, before);
    return written;
  }

  return {
    /** Whether an intent is of an invoice; one that was made before a crash is found by its key. */
    async owns(intent: { id: string; key?: string | undefined }): Promise<boolean> {
      if (await intentRow(db, intent.id)) return true;
      if (!intent.key) return false;
      const found = await db
        .update(invoiceIntents)
        .set({ stripeId: intent.id })
        .where(and(eq(invoiceIntents.key, intent.key), isNull(invoiceIntents.stripeId)))
        .returning({ id: invoiceIntents.id });
      return found.length > 0;
    },

    /** @param within runs in the same transaction */
    async sync(stripe: Stripe, stripeId: string, within?: Within): Promise<void> {
      const issuing = await deps.prepare();
      const readAt = await now();
      const intent = await read(stripe, stripeId);
      const snapshot = intent && (await snapshotOf(stripe, intent));
      // The secret of a failed debit is not used again: each attempt sends mails, and attempts are limited.
      const isFailedDebit =
        snapshot?.method === 'debit' && snapshot.status === 'failed' && !snapshot.isReturned;
      await db.transaction(async (tx) => {
        const known = await intentRow(tx, stripeId);
        if (known) {
          const invoice = await lockInvoice(tx, known.invoiceId);
          const isOver = !intent || intent.status === 'succeeded' || intent.status === 'canceled';
          if (isOver || isFailedDebit) await close(tx, known.id);
          await tx
            .update(invoiceIntents)
            .set({ syncedAt: readAt, ...(isOver && { settledAt: readAt }) })
            .where(eq(invoiceIntents.id, known.id));
          const found = snapshot ?? (isOver ? await endedOf(tx, stripeId) : undefined);
          const written = found && (await write(tx, invoice, stripeId, found, readAt));
          if (written) await followPayment(tx, invoice, written, issuing);
        }
        await within?.(tx, []);
      });
      if (isFailedDebit) await cancelAtStripe(stripe, stripeId);
      deps.mailer.sendSoon();
    },
  };
}
