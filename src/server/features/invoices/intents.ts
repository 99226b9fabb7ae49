import { and, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { AppError } from '~/contract/common/errors';
import { debitCurrency } from '~/contract/invoices/invoices';
import type { AccountSource } from '~/server/features/payments/account';
import { isChargeable, toStripeAmount } from '~/server/features/payments/amounts';
import { inWords, isInvalidRequest, isMissing } from '~/server/features/payments/failures';
import type { StripeSource } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { invoiceIntents } from '~/server/platform/db/schema/invoices';
import { lockInvoice, remainingCents, type Transaction } from './invoices.rows';
import { hasPendingPayment, isPaymentPending, mayDebit } from './pending-payments';

export type IntentRow = typeof invoiceIntents.$inferSelect;

/** Stripe's statuses in which a card can still be entered or confirmed. */
const payable: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Of claiming an intent: what remains can change while Stripe is asked, and a replaced one is cancelled in between. */
const attempts = 4;

const underWay = () =>
  new AppError('CONFLICT', 'A payment of this invoice is being worked on. Please wait a moment.');

const pending = () =>
  new AppError(
    'CONFLICT',
    'A payment of this invoice is under way; a bank debit takes some days. Nothing else is to be paid meanwhile.',
  );

/** Stripe charges three decimals with a 0 at the end. */
const unchargeable = (currency: string) =>
  new AppError(
    'CONFLICT',
    `Cards are charged in steps of 0.010 ${currency}, which this amount is not. Please pay it by bank transfer.`,
  );

/** The one intent of an invoice that can be paid; made where there is none for what remains. */
async function claim(
  tx: Transaction,
  invoiceId: number,
  { account, offersDebit }: { account: string; offersDebit: boolean },
): Promise<{ row: IntentRow; replaced?: string }> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice.status !== 'open') {
    throw new AppError('CONFLICT', 'Nothing is to be paid of this invoice');
  }
  if (await isPaymentPending(tx, invoiceId)) throw pending();
  const amountCents = remainingCents(invoice);
  if (!isChargeable(amountCents, invoice.currency)) throw unchargeable(invoice.currency);
  const takesDebit =
    offersDebit && invoice.currency === debitCurrency && (await mayDebit(tx, invoiceId));
  const [open] = await tx
    .select()
    .from(invoiceIntents)
    .where(and(eq(invoiceIntents.invoiceId, invoiceId), isNull(invoiceIntents.closedAt)));
  if (open?.capturingSince) throw underWay();
  const isSame =
    open?.amountCents === amountCents &&
    open.stripeAccount === account &&
    open.takesDebit === takesDebit;
  if (open && isSame) return { row: open };
  if (open) await close(tx, open.id);
  const [made] = await tx
    .insert(invoiceIntents)
    .values({
      invoiceId,
      amountCents,
      currency: invoice.currency,
      stripeAccount: account,
      takesDebit,
      key: `invoice:${invoiceId}:${crypto.randomUUID()}`,
    })
    .returning();
  if (!made) throw new Error('an intent was not stored');
  return { row: made, ...(open?.stripeId && { replaced: open.stripeId }) };
}

export async function close(tx: Pick<Database, 'update'>, id: number): Promise<void> {
  await tx
    .update(invoiceIntents)
    .set({ closedAt: sql`coalesce(${invoiceIntents.closedAt}, now())`, capturingSince: null })
    .where(eq(invoiceIntents.id, id));
}

/** Makes the intent at Stripe, under the key that was stored before: a repeat, also after a crash, returns the same one. */
async function make(db: Database, stripe: Stripe, row: IntentRow): Promise<string> {
  const amount = toStripeAmount(row.amountCents, row.currency);
  const made = await stripe.paymentIntents
    .create(
      {
        amount,
        currency: row.currency.toLowerCase(),
        // By card it is taken only after another look at what remains of the invoice. A debit cannot be held back.
        ...(row.takesDebit
          ? {
              payment_method_options: { card: { capture_method: 'manual' } },
              allowed_payment_method_types: ['card', 'sepa_debit'],
            }
          : { capture_method: 'manual', allowed_payment_method_types: ['card'] }),
        metadata: { invoice: String(row.invoiceId), key: row.key },
      },
      { idempotencyKey: row.key },
    )
    .catch((error) => {
      if (!isInvalidRequest(error)) throw error;
      throw new AppError(
        'CONFLICT',
        'This amount cannot be paid by card. Please transfer it, or write to us.',
      );
    });
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

/**
 * Payment of invoices by card or bank debit. The amount comes from the invoice; one intent can be paid at a time, for what remains. A card is
 * captured only while it fits, so that neither two devices nor a transfer in between lead to a double payment; while a debit is pending,
 * no other payment can be begun.
 */
export function createIntents(
  db: Database,
  deps: {
    stripe: StripeSource;
    account: AccountSource;
    /** Whether the agency takes bank debits. */
    offersDebit(): Promise<boolean>;
    /** Reads the intent at Stripe and brings our tables to it. */
    sync(stripe: Stripe, stripeId: string): Promise<void>;
    onFailure(about: string, error: unknown): void;
  },
) {
  async function secretOf(invoiceId: number): Promise<string> {
    const stripe = await deps.stripe();
    const wanted = { account: await deps.account(), offersDebit: await deps.offersDebit() };
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { row, replaced } = await db.transaction((tx) => claim(tx, invoiceId, wanted));
      if (replaced) {
        // Before another one can be paid: a debit cannot be held back, and the old secret may be open elsewhere.
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
      // Closed while Stripe was asked: what remains has changed.
      if (now?.closedAt) continue;
      if (!intent) {
        await close(db, row.id);
        continue;
      }
      if (payable.includes(intent.status) && intent.client_secret) return intent.client_secret;
      await deps.sync(stripe, stripeId);
      if (intent.status === 'processing') throw row.takesDebit ? pending() : underWay();
    }
    throw underWay();
  }

  /** Cancels at Stripe what is not to be paid any more. */
  async function cancelClosed(stripe: Stripe): Promise<void> {
    const closed = await db
      .select()
      .from(invoiceIntents)
      .where(
        and(
          isNotNull(invoiceIntents.closedAt),
          isNull(invoiceIntents.settledAt),
          isNotNull(invoiceIntents.stripeId),
          // A debit that is under way can no longer be stopped.
          not(hasPendingPayment(db, { intent: invoiceIntents.stripeId })),
        ),
      )
      .orderBy(invoiceIntents.syncedAt)
      .limit(25);
    for (const { stripeId } of closed) {
      if (stripeId) {
        await cancelAtStripe(stripe, stripeId);
        await deps.sync(stripe, stripeId);
      }
    }
  }

  return {
    /** @returns the client secret to pay with; a repeated call returns the same while the amount is the same */
    secretOf: (invoiceId: number): Promise<string> => inWords(secretOf(invoiceId)),

    cancelClosedSoon(): void {
      void deps
        .stripe()
        .then(cancelClosed)
        // The job looks again.
        .catch(() => {});
    },

    /** Cancels what was closed and reads open ones again whose event may have been lost. */
    async reconcile(stripe: Stripe): Promise<void> {
      await cancelClosed(stripe);
      const waiting = await db
        .select({ stripeId: invoiceIntents.stripeId })
        .from(invoiceIntents)
        .where(
          and(
            isNull(invoiceIntents.settledAt),
            isNotNull(invoiceIntents.stripeId),
            or(
              isNotNull(invoiceIntents.capturingSince),
              // Less and less often: most of them were left, and events tell of the others.
              sql`${invoiceIntents.syncedAt} < now() - greatest(interval '5 minutes', (now() - ${invoiceIntents.createdAt}) / 10)`,
            ),
          ),
        )
        .orderBy(invoiceIntents.syncedAt)
        .limit(25);
      for (const { stripeId } of waiting) {
        if (!stripeId) continue;
        try {
          await deps.sync(stripe, stripeId);
        } catch (error) {
          deps.onFailure(stripeId, error);
        }
      }
    },
  };
}

/** Stripe refuses to cancel what was paid, which the next reading shows. */
export async function cancelAtStripe(stripe: Stripe, stripeId: string): Promise<void> {
  await stripe.paymentIntents.cancel(stripeId).catch((error) => {
    if (!isInvalidRequest(error) && !isMissing(error)) throw error;
  });
}
