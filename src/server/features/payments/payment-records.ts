import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { paidStatuses } from '~/contract/billing/billing';
import type { Payment, PaymentPage, Receipt } from '~/contract/billing/billing-schema';
import type { PaymentSearch } from '~/contract/billing/payments';
import { sellerLines } from '~/contract/common/addresses';
import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { clientPageSize } from '~/contract/common/paging';
import { taxNumbersOf } from '~/contract/documents/tax-numbers';
import { isPaymentOf } from '~/server/features/companies/ownership';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { overpaidCents } from '~/server/features/invoices/invoices.rows';
import type { Database } from '~/server/platform/db/client';
import { containing, paginate } from '~/server/platform/db/paging';
import { payments } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { netPaidCents } from './figures';
import { receiptNumberOf } from './receipt-number';
import type { PaymentRow } from './write-payment';

const newestFirst = [desc(payments.createdAt), desc(payments.id)] as const;

function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    amount: centsToAmount(row.amountCents, row.currency),
    refunded: centsToAmount(row.refundedCents, row.currency),
    currency: row.currency,
    description: row.description,
    status: row.status,
    isReversed: row.reversedAt !== null,
    isReturned: row.returnedAt !== null,
    failure: row.failure,
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Payments of plans and of invoices, as clients see them. */
export const createPaymentRecords = (db: Database, settings: DocumentSettings) => ({
  async all(userId: string): Promise<Payment[]> {
    const rows = await db
      .select()
      .from(payments)
      .where(isPaymentOf(userId))
      .orderBy(...newestFirst)
      .limit(listMax);
    return rows.map(toPayment);
  },

  /** Searches payments by their description. A page number past the end returns the last page. */
  async search(userId: string, query: PaymentSearch): Promise<PaymentPage> {
    const { search } = query;
    const { rows, total, page } = await paginate(
      db,
      { ...query, pageSize: clientPageSize },
      {
        table: payments,
        status: payments.status,
        matching: and(
          isPaymentOf(userId),
          search ? sql`lower(${payments.description}) like ${containing(search)}` : undefined,
        ),
        select: ({ where, limit, offset }) =>
          db
            .select()
            .from(payments)
            .where(where)
            .orderBy(...newestFirst)
            .limit(limit)
            .offset(offset),
        clamp: true,
      },
    );
    return { rows: rows.map(toPayment), total, page };
  },

  /** Returns the receipt of a payment. Fails with 404 for another client's payment. */
  async receipt(userId: string, id: number): Promise<Receipt> {
    const [row] = await db
      .select({ payment: payments, user: users, invoice: invoices })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
      .where(
        and(eq(payments.id, id), isPaymentOf(userId), inArray(payments.status, [...paidStatuses])),
      );
    if (!row) throw new AppError('NOT_FOUND', 'Receipt not found');
    const { amountCents, refundedCents } = row.payment;
    const overpaid = row.invoice ? overpaidCents(row.invoice) : 0;
    // Payee as printed on the invoice; without an invoice, as a document would show the seller today.
    const seller = row.invoice?.seller ?? (await readDocumentContext(settings)).seller;
    return {
      ...toPayment(row.payment),
      overpaid: centsToAmount(
        Math.min(overpaid, amountCents - refundedCents),
        row.payment.currency,
      ),
      number: receiptNumberOf(row.payment.id),
      payer: { name: `${row.user.firstName} ${row.user.lastName}`, email: row.user.email },
      seller: {
        name: seller.name,
        lines: [...sellerLines(seller), ...taxNumbersOf(seller)],
      },
      invoice: row.invoice && { id: row.invoice.id, number: row.invoice.number ?? '' },
    };
  },

  /** Returns payments minus refunds, in cents. */
  async spentCents(userId: string): Promise<number> {
    const [row] = await db
      .select({
        cents: netPaidCents,
      })
      .from(payments)
      .where(eq(payments.userId, userId));
    return Number(row?.cents ?? 0);
  },
});
