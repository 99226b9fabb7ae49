import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';

import { paidStatuses } from '~/contract/billing/billing';
import { dateIn } from '~/contract/common/dates';
import { applyPaymentChange } from '~/server/features/invoices/apply-payment-change';
import type { Issuing } from '~/server/features/invoices/issue';
import { documentPlan } from '~/server/features/invoices/plan-invoices';
import { recalculateInvoice } from '~/server/features/invoices/recalculate';
import type { WrittenPayment } from '~/server/features/payments/write-payment';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { describe, subscriptionOf } from './apply-invoice';
import type { Owner, Transaction } from './apply-subscription';
import { periodOf, planLinesOf, taxRateIdsOf } from './plan-lines';
import { knownTaxRates } from './plan-tax';
import type { InvoiceSnapshot } from './snapshots';

interface Written {
  owner: Owner;
  snapshot: InvoiceSnapshot;
  /** Payment that was written; undefined if nothing was charged. */
  written: WrittenPayment | undefined;
}

/** Creates invoices and credit notes for payments of plans. */
export function createPlanDocuments(db: Database, { prepare }: { prepare(): Promise<Issuing> }) {
  return {
    /**
     * Reads the settings for documents, before the transaction in which they are written. Returns
     * the function that writes them.
     */
    async open(snapshots: readonly InvoiceSnapshot[]) {
      const isAny = snapshots.some(({ document }) => document !== null);
      const [issuing, rates] = isAny
        ? await Promise.all([
            prepare(),
            knownTaxRates(
              db,
              snapshots.flatMap(({ document }) => (document ? taxRateIdsOf(document) : [])),
            ),
          ])
        : [];

      return {
        /**
         * Writes the document for a paid invoice, links its payment to the document, and emails the client.
         *
         * @returns whether there is a document; and the reason if the document cannot be issued until the client enters
         * billing data
         */
        async write(
          tx: Transaction,
          { owner, snapshot, written }: Written,
        ): Promise<{ isDocumented: boolean; heldFor?: string }> {
          const none = { isDocumented: false };
          const { document } = snapshot;
          if (!document || !issuing || !rates) return none;
          const subscription = await subscriptionOf(tx, snapshot);
          if (!subscription) return none;
          const { context } = issuing;
          const withoutTax = context.tax.scheme === 'small_business' ? 'E' : 'Z';
          const name = describe(subscription, snapshot.reason);
          const made = await documentPlan(
            tx,
            {
              stripeInvoiceId: snapshot.id,
              subscriptionId: subscription.id,
              userId: owner.id,
              buyer: written?.after.taxedBuyer ?? subscription.taxedBuyer,
              // Only an invoice with a payment can wait for billing data, because the job that retries waiting invoices
              // finds them by their payments.
              mayWait: written !== undefined,
              currency: snapshot.currency,
              lines: planLinesOf(
                document,
                { name, currency: snapshot.currency },
                rates,
                withoutTax,
              ),
              period: periodOf(document, (at) => dateIn(context.timeZone, at)),
              balanceCents: document.balanceCents,
              madeOn: dateIn(context.timeZone, snapshot.createdAt),
              paidBy: snapshot.paidBy,
            },
            issuing,
          );
          if (!made) return none;
          if ('heldFor' in made) {
            if (!written || written.after.heldFor === made.heldFor) return none;
            await tx
              .update(payments)
              .set({ heldFor: made.heldFor })
              .where(eq(payments.id, written.after.id));
            return { isDocumented: false, heldFor: made.heldFor };
          }
          const { invoice, isNew } = made;
          if (!written) {
            if (isNew) {
              const paid = await recalculateInvoice(tx, invoice);
              await issuing.emails.paidFromBalance(tx, paid);
            }
            return { isDocumented: true };
          }
          const [after] = await tx
            .update(payments)
            .set({ invoiceId: invoice.id, heldFor: '' })
            .where(eq(payments.id, written.after.id))
            .returning();
          if (!after) throw new Error('a payment disappeared after it was written');
          // Treats earlier refunds, disputes and returns as changes after the document was created, so that they are
          // applied to it.
          const before = written.before && {
            ...written.before,
            ...(isNew && { refundedCents: 0, dispute: '', reversedAt: null }),
            // The client was not notified while the invoice waited for billing data, so the payment counts as new.
            ...(isNew && written.after.heldFor && { status: 'pending' as const }),
          };
          await applyPaymentChange(tx, invoice, { before, after }, issuing);
          return { isDocumented: true };
        },
      };
    },

    /** Returns the ids of paid Stripe invoices without a document, such as those paid before the seller was set up. */
    async missing(limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: payments.stripeInvoiceId })
        .from(payments)
        .where(
          and(
            isNull(payments.invoiceId),
            isNotNull(payments.stripeInvoiceId),
            isNotNull(payments.subscriptionId),
            or(inArray(payments.status, [...paidStatuses]), isNotNull(payments.returnedAt)),
          ),
        )
        .orderBy(asc(payments.syncedAt))
        .limit(limit);
      return rows.flatMap(({ id }) => (id ? [id] : []));
    },
  };
}

export type PlanDocuments = ReturnType<typeof createPlanDocuments>;
