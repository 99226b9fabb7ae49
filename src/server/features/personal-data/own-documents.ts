import { and, asc, eq, gt, sql } from 'drizzle-orm';

import {
  isInvoiceOf,
  isPaymentOf,
  isRecurringInvoiceOf,
} from '~/server/features/companies/ownership';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { invoices } from '~/server/platform/db/schema/invoices';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';
import { type Client, inPages, isTheirOwn, pageRows } from './paged-rows';

/**
 * Returns a client's invoices, and payments of these and of plans.
 *
 * @param email null if the client shares it with the agency
 */
export function ownDocumentsOf(db: Database, client: Client, email: string | null) {
  const { id } = client;
  return {
    async *invoices() {
      const rows = inPages((after) =>
        db
          .select()
          .from(invoices)
          .where(and(isInvoiceOf(client), isTheirOwn(invoices, id), gt(invoices.id, after)))
          .orderBy(asc(invoices.id))
          .limit(pageRows),
      );
      for await (const row of rows) {
        const { number, status, buyer, seller, items, totals, currency, note } = row;
        const { totalCents, paidCents, creditedCents, issueDate, dueDate, serviceDate } = row;
        yield {
          ...{ number, status, issueDate, dueDate, serviceDate, buyer, seller, items, totals },
          ...{ totalCents, paidCents, creditedCents, currency, note },
          creditNotes: await db
            .select({
              number: creditNotes.number,
              reason: creditNotes.reason,
              items: creditNotes.items,
              totalCents: creditNotes.totalCents,
              issueDate: creditNotes.issueDate,
            })
            .from(creditNotes)
            .where(eq(creditNotes.invoiceId, row.id))
            .orderBy(asc(creditNotes.id)),
        };
      }
    },

    recurringInvoices: () =>
      inPages((after) =>
        db
          .select({
            id: recurringInvoices.id,
            buyer: recurringInvoices.buyer,
            items: recurringInvoices.items,
            totalCents: recurringInvoices.totalCents,
            currency: recurringInvoices.currency,
            note: recurringInvoices.note,
            unit: recurringInvoices.unit,
            count: recurringInvoices.count,
            startsOn: recurringInvoices.startsOn,
            endsOn: recurringInvoices.endsOn,
            nextOn: recurringInvoices.nextOn,
          })
          .from(recurringInvoices)
          .where(
            and(
              isRecurringInvoiceOf(client),
              isTheirOwn(recurringInvoices, id),
              email === null ? eq(recurringInvoices.userId, id) : undefined,
              gt(recurringInvoices.id, after),
            ),
          )
          .orderBy(asc(recurringInvoices.id))
          .limit(pageRows),
      ),

    payments: () =>
      inPages((after) =>
        db
          .select({
            id: payments.id,
            description: payments.description,
            amountCents: payments.amountCents,
            refundedCents: payments.refundedCents,
            currency: payments.currency,
            status: payments.status,
            method: payments.method,
            reference: payments.reference,
            refunds: sql`coalesce((select jsonb_agg(jsonb_build_object('cents', refunds.cents,
              'refundedAt', refunds.refunded_at, 'reference', refunds.reference) order by refunds.id)
              from refunds where refunds.payment_id = payments.id), '[]')`,
            paidAt: payments.paidAt,
            createdAt: payments.createdAt,
          })
          .from(payments)
          .where(and(isPaymentOf(id), eq(payments.userId, id), gt(payments.id, after)))
          .orderBy(asc(payments.id))
          .limit(pageRows),
      ),
  };
}
