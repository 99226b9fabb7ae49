import { and, eq, isNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { PaymentStatus } from '~/contract/billing/payments';
import { fromStripeAmount } from '~/server/features/payments/amounts';
import { isMissing } from '~/server/features/payments/failures';
import { receivedOf } from '~/server/features/payments/reversals';
import { methodOf, type OnlineMethod } from '~/server/features/payments/stripe';
import { type WrittenPayment, writePayment } from '~/server/features/payments/write-payment';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { invoiceIntents } from '~/server/platform/db/schema/invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { applyPaymentChange, isPaid } from './apply-payment-change';
import { close, intentRow } from './intents';
import { type InvoiceRow, lockInvoice, type Transaction } from './invoices.rows';
import type { Issuing } from './issue';

/** Payment of an intent, as Stripe reports it. */
interface Snapshot {
  method: OnlineMethod;
  methodType: string;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  refundedAt?: Date | undefined;
  dispute: string;
  failure: string;
  /** True if the bank returned a debit after it had been paid. */
  isReturned: boolean;
}

type Within = (tx: Transaction, notes: readonly string[]) => Promise<void>;

function failureOf({ last_payment_error: error }: Stripe.PaymentIntent): string {
  if (error?.code === 'payment_method_customer_decline') return 'The client canceled the payment.';
  return error?.message ?? '';
}

/** Returns the payment of an intent; undefined unless it has succeeded, has failed or is being processed. */
async function snapshotOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Snapshot | undefined> {
  const cents = (amount: number) => fromStripeAmount(amount, intent.currency);
  const failure = failureOf(intent);
  const none = {
    ...methodOf(intent),
    amountCents: cents(intent.amount),
    refundedCents: 0,
    dispute: '',
    failure: '',
    isReturned: false,
  };
  if (intent.status === 'processing') return { ...none, status: 'pending' };
  if (intent.status === 'requires_payment_method' && failure) {
    return { ...none, status: 'failed', failure };
  }
  if (intent.status !== 'succeeded') return undefined;
  const amountCents = cents(intent.amount_received);
  return { ...none, amountCents, ...(await receivedOf(stripe, intent, amountCents)) };
}

/**
 * Returns a pending payment as failed, because its intent is canceled or unknown at Stripe;
 * undefined if no payment is pending.
 */
async function endedOf(tx: Transaction, stripeId: string): Promise<Snapshot | undefined> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.stripePaymentIntentId, stripeId), eq(payments.status, 'pending')));
  if (!row || row.method === 'transfer') return undefined;
  const { method, methodType, amountCents } = row;
  return {
    ...{ method, methodType, amountCents, refundedCents: 0, dispute: '', isReturned: false },
    status: 'failed',
    failure: 'It was canceled at Stripe.',
  };
}

/** Writes payments of invoices as Stripe reports them. */
export function createOnlinePayments(
  db: Database,
  deps: { prepare(): Promise<Issuing>; mailer: Mailer },
) {
  async function now(): Promise<Date> {
    const [row] = await db.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
    return new Date(row?.now ?? Date.now());
  }

  async function write(
    tx: Transaction,
    invoice: InvoiceRow,
    stripeId: string,
    read: Snapshot,
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
      paidAt: isPaid(read) || read.isReturned ? (before?.paidAt ?? readAt) : null,
    };
    return writePayment(tx, before, reading, {
      userId: invoice.userId,
      invoiceId: invoice.id,
      description: `Invoice ${invoice.number}`,
    });
  }

  return {
    /** Returns whether an intent belongs to an invoice. An intent that was created before a crash is found by its key. */
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

    /** Updates the payment of an intent. @param within runs in the same transaction */
    async sync(stripe: Stripe, stripeId: string, within?: Within): Promise<void> {
      const issuing = await deps.prepare();
      const readAt = await now();
      const intent = await stripe.paymentIntents
        .retrieve(stripeId, { expand: ['latest_charge.refunds', 'payment_method'] })
        .catch((error) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
      const snapshot = intent && (await snapshotOf(stripe, intent));
      await db.transaction(async (tx) => {
        const known = await intentRow(tx, stripeId);
        if (known) {
          const invoice = await lockInvoice(tx, known.invoiceId);
          const isOver = !intent || intent.status === 'succeeded' || intent.status === 'canceled';
          if (isOver) await close(tx, known.id);
          await tx
            .update(invoiceIntents)
            .set({ syncedAt: readAt, ...(isOver && { settledAt: readAt }) })
            .where(eq(invoiceIntents.id, known.id));
          const found = snapshot ?? (isOver ? await endedOf(tx, stripeId) : undefined);
          const written = found && (await write(tx, invoice, stripeId, found, readAt));
          if (written) await applyPaymentChange(tx, invoice, written, issuing);
        }
        await within?.(tx, []);
      });
      deps.mailer.sendSoon();
    },
  };
}
