import { type SQL, sql } from 'drizzle-orm';

import type { AdminPayment } from '~/contract/admin/admin-schema';
import type { PaymentFilter } from '~/contract/billing/payment-filters';
import type { Repayment } from '~/contract/billing/payments';
import { amountMessage, amountToCents, centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import { searchedCents } from '~/contract/common/typed-decimals';
import { isOfNamedCompany } from '~/server/features/companies/ownership';
import { rejectFields } from '~/server/features/documents/items';
import { isSum } from '~/server/features/payments/figures';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { containing, holds, orderOf, paginate } from '~/server/platform/db/paging';
import { payments } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { readPayment, selectPayments, toAdminPayment } from './payment.rows';

const sorts = {
  createdAt: payments.createdAt,
  amount: payments.amountCents,
  status: payments.status,
};
export type PaymentSort = keyof typeof sorts;

const isRefundedInPart = sql`(${payments.status} = 'completed' and ${payments.refundedCents} > 0)`;

function found(search: string): SQL {
  const cents = searchedCents(search);
  const like = containing(search);
  return sql`(lower(${payments.description}) like ${like} or lower(${payments.reference}) like ${like}
    or ${payments.userId} in (select id from users where ${holds(users.searchText, search)}
      or ${isOfNamedCompany(users.companyId, search)})
    or ${payments.invoiceId} in (select id from invoices where ${holds(invoices.searchText, search)}
      or ${isOfNamedCompany(invoices.companyId, search)})
    ${cents === undefined ? sql`` : sql`or ${isSum(payments, cents)}`})`;
}

/** Parses an amount to cents. @throws BAD_REQUEST that names the field if it is not an amount of the currency */
function centsIn(currency: string, path: string, amount: string | undefined): number | undefined {
  if (amount === undefined) return undefined;
  const cents = amountToCents(amount, currency);
  if (cents === undefined) {
    rejectFields([{ path, message: amountMessage(currency) }]);
  }
  return cents;
}

/** Payments of plans and of invoices, as the panel lists them. */
export function createPaymentsAdmin(db: Database) {
  async function find(id: number): Promise<AdminPayment> {
    const payment = await readPayment(db, id);
    if (!payment) throw new AppError('NOT_FOUND', 'Payment not found');
    return payment;
  }

  return {
    /**
     * Searches payments by description and reference; by name, email and company of the client; by the text of their
     * invoice; and by amount.
     */
    search(request: ListQuery<PaymentFilter, PaymentSort>): Promise<Page<AdminPayment>> {
      const { search } = request;
      return paginate(db, request, {
        table: payments,
        status: payments.status,
        also: { partially_refunded: isRefundedInPart },
        matching: search ? found(search) : undefined,
        select: async ({ where, limit, offset }) => {
          const rows = await selectPayments(db)
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, payments.id))
            .limit(limit)
            .offset(offset);
          return rows.map(toAdminPayment);
        },
      });
    },

    /** Reads the amounts of a refund in the currency of the payment. @throws BAD_REQUEST that names the field */
    async refundSums(
      id: number,
      typed: { amount?: string | undefined; refundedBefore?: string | undefined },
    ): Promise<{ cents: number | undefined; refundedBefore: number | undefined }> {
      const { currency } = await find(id);
      return {
        cents: centsIn(currency, 'amount', typed.amount),
        refundedBefore: centsIn(currency, 'refundedBefore', typed.refundedBefore),
      };
    },

    /**
     * Refunds a payment and records this in the audit log. Writes the entry before the refund, so that each refund is
     * recorded. If the refund fails, adds an entry about the failure.
     *
     * @param refund makes the refund; for a transfer, only records that the agency's bank sent it
     * @param cents undefined for the whole remaining amount
     * @param repayment date and reference for a transfer
     */
    async refund(
      actor: Actor,
      id: number,
      cents: number | undefined,
      refund: (paymentId: number, cents?: number, repayment?: Repayment) => Promise<void>,
      repayment: Repayment = {},
    ): Promise<AdminPayment> {
      const before = await find(id);
      const isTransfer = before.method === 'transfer';
      if (!isTransfer && (repayment.date || repayment.reference)) {
        throw new AppError(
          'BAD_REQUEST',
          'Only the repayment of a transfer has a date and a reference',
        );
      }
      const amount =
        cents === undefined ? 'all that is left' : centsToAmount(cents, before.currency);
      const entry = { about: `payment:${id}`, before: { refunded: before.refunded } };
      await recordAudit(db, actor, {
        ...entry,
        after: {
          ...(isTransfer && { date: repayment.date, reference: repayment.reference }),
          reason: repayment.reason,
        },
        action: 'payment.refund',
        did: `${isTransfer ? 'recorded a repayment of' : 'refunded'} ${amount} of ${before.amount} ${before.currency} to ${before.client_name}`,
      });
      try {
        await refund(id, cents, { ...repayment, author: nameOf(actor) });
      } catch (error) {
        await recordAudit(db, actor, {
          ...entry,
          action: 'payment.refund_failed',
          did: `could not refund the payment of ${before.client_name}`,
        });
        throw error;
      }
      return find(id);
    },
  };
}

export type PaymentsAdmin = ReturnType<typeof createPaymentsAdmin>;
