import { and, eq, isNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { PaymentStatus } from '~/contract/billing/payments';
import { formatCents } from '~/contract/common/currencies';
import { fromStripeAmount, toStripeAmount } from '~/server/features/billing/amounts';
import { isInvalidRequest, isMissing } from '~/server/features/billing/failures';
import { disputesOf } from '~/server/features/billing/snapshots';
import { addDocumentEvent } from '~/server/features/documents/events';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { invoiceIntents } from '~/server/platform/db/schema/invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { creditAmount } from './credit';
import { cancelAtStripe, close, intentRow } from './intents';
import {
  type InvoiceRow,
  lockInvoice,
  overpaidCents,
  remainingCents,
  type Transaction,
} from './invoices.rows';
import type { Issuing } from './issue';
import { settleInvoice } from './settle';

type PaymentRow = typeof payments.$inferSelect;

/** What is used of an intent at Stripe; undefined where there is no payment to tell of. */
interface Snapshot {
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  dispute: string;
  failure: string;
}

type Within = (tx: Transaction, notes: readonly string[]) => Promise<void>;

async function snapshotOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Snapshot | undefined> {
  const cents = (amount: number) => fromStripeAmount(amount, intent.currency);
  const failure = intent.last_payment_error?.message ?? '';
  const none = { amountCents: cents(intent.amount), refundedCents: 0, dispute: '', failure: '' };
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
  const refundedCents = Math.min(
    amountCents,
    cents((charge?.amount_refunded ?? 0) + disputed.taken),
  );
  return {
    status: refundedCents === amountCents ? 'refunded' : 'completed',
    amountCents,
    refundedCents,
    dispute: disputed.status,
    failure: '',
  };
}

const isPaid = (row: Pick<PaymentRow, 'status'> | undefined): boolean =>
  row?.status === 'completed' || row?.status === 'refunded';

/** Brings payments of invoices by card to what Stripe says of their intents. */
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

  const expand = ['latest_charge'];

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
    snapshot: Snapshot,
    readAt: Date,
  ): Promise<{ before: PaymentRow | undefined; after: PaymentRow } | undefined> {
    const [before] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.stripePaymentIntentId, stripeId), eq(payments.invoiceId, invoice.id)));
    if (before && before.syncedAt > readAt) return undefined;
    const state = {
      ...snapshot,
      paidAt: isPaid(snapshot) ? (before?.paidAt ?? readAt) : null,
      syncedAt: readAt,
      updatedAt: new Date(),
    };
    const [after] = before
      ? await tx.update(payments).set(state).where(eq(payments.id, before.id)).returning()
      : await tx
          .insert(payments)
          .values({
            ...state,
            userId: invoice.userId ?? '',
            invoiceId: invoice.id,
            description: `Invoice ${invoice.number}`,
            currency: invoice.currency,
            stripePaymentIntentId: stripeId,
          })
          .returning();
    return after && { before, after };
  }

  /** Timeline, credit note and emails of a change. */
  async function follow(
    tx: Transaction,
    invoice: InvoiceRow,
    { before, after }: { before: PaymentRow | undefined; after: PaymentRow },
    issuing: Issuing,
  ): Promise<void> {
    const words = (cents: number) => formatCents(cents, after.currency);
    const about = { invoiceId: invoice.id };
    if (after.status === 'failed' && before?.failure !== after.failure) {
      await addDocumentEvent(tx, about, 'payment_failed', { text: after.failure });
    }
    const isNew = isPaid(after) && !isPaid(before);
    const overpaid = overpaidCents(invoice);
    if (isNew) await addDocumentEvent(tx, about, 'payment', { text: words(after.amountCents) });
    let settled = await settleInvoice(tx, invoice);
    const refunded = after.refundedCents - (before?.refundedCents ?? 0);
    if (refunded > 0) {
      const author = after.refundAuthor;
      await addDocumentEvent(tx, about, 'refunded', { text: words(refunded), author });
      // A lost dispute is no reduction of the price, nor is what was paid too much.
      const credited = after.dispute === 'lost' ? 0 : refunded - overpaid;
      const repaid = { cents: refunded };
      const reason = after.refundReason || 'Refund';
      const crediting = { reason, author, paymentId: after.id, repaid };
      if (credited > 0) {
        settled = await creditAmount(tx, settled, credited, crediting, issuing);
      } else if (after.dispute !== 'lost') {
        const link = await issuing.links.mailed(tx, 'invoice', invoice.id);
        await issuing.emails.repaid(tx, settled, link, repaid);
      }
    }
    if (isNew) {
      const link = await issuing.links.mailed(tx, 'invoice', invoice.id);
      await issuing.emails.paymentReceived(tx, settled, link, after.amountCents);
    }
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
          const written = snapshot && (await write(tx, invoice, stripeId, snapshot, readAt));
          if (written) await follow(tx, invoice, written, issuing);
        }
        await within?.(tx, []);
      });
      deps.mailer.sendSoon();
    },
  };
}
