import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { paidStatuses } from '~/contract/billing/billing';
import type {
  MySubscription,
  Payment,
  PaymentPage,
  Receipt,
} from '~/contract/billing/billing-schema';
import type { PaymentSearch } from '~/contract/billing/payments';
import { stepCents } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { centsToDecimal } from '~/contract/common/money';
import { clientPageSize } from '~/contract/common/paging';
import { isPaymentOf } from '~/server/features/companies/ownership';
import { overpaidCents } from '~/server/features/invoices/invoices.rows';
import type { Database } from '~/server/platform/db/client';
import { containing, paginate } from '~/server/platform/db/paging';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { plans } from '~/server/platform/db/schema/plans';
import type { PaymentRow } from './apply-invoice';
import type { SubscriptionRow } from './apply-subscription';
import { isLiveSubscription, isNotEnded, netPaidCents } from './figures';
import { taxedPrice, taxOfRate } from './plan-tax';
import { receiptNumberOf } from './receipt-number';

const newestFirst = [desc(payments.createdAt), desc(payments.id)] as const;

function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    amount: centsToDecimal(row.amountCents),
    refunded: centsToDecimal(row.refundedCents),
    currency: row.currency,
    description: row.description,
    status: row.status,
    isReversed: row.reversedAt !== null,
    failure: row.failure,
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Subscriptions and payments as their client sees them. */
export function createRecords(db: Database) {
  async function live(userId: string): Promise<SubscriptionRow | undefined> {
    const [row] = await db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), isLiveSubscription));
    return row;
  }

  return {
    live,

    /** Subscriptions of a client that are charged, or can still become so. */
    async notEnded(userId: string): Promise<SubscriptionRow[]> {
      return db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), isNotEnded));
    },

    async mine(userId: string): Promise<MySubscription | null> {
      const row = await live(userId);
      if (!row) return null;
      const [plan] = row.planId
        ? await db
            .select({
              id: plans.id,
              name: plans.name,
              description: plans.description,
              features: plans.features,
            })
            .from(plans)
            .where(eq(plans.id, row.planId))
        : [];
      return {
        id: row.id,
        status: row.status,
        plan: plan ?? null,
        billingCycle: row.cycle,
        amount: centsToDecimal(
          taxedPrice(
            row.amountCents,
            await taxOfRate(db, row.stripeTaxRateId),
            stepCents(row.currency),
          ).grossCents,
        ),
        currency: row.currency,
        currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
        cancelAtPeriodEnd: row.cancelAtPeriodEnd,
        card: row.card,
        createdAt: row.createdAt.toISOString(),
      };
    },

    async payments(userId: string): Promise<Payment[]> {
      const rows = await db
        .select()
        .from(payments)
        .where(isPaymentOf(userId))
        .orderBy(...newestFirst)
        .limit(listMax);
      return rows.map(toPayment);
    },

    /** Searches in the description. A page past the last one returns the last page. */
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

    /** Answers 404 for another client's payment. */
    async receipt(userId: string, id: number): Promise<Receipt> {
      const [row] = await db
        .select({ payment: payments, user: users, invoice: invoices })
        .from(payments)
        .innerJoin(users, eq(users.id, payments.userId))
        .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
        .where(
          and(
            eq(payments.id, id),
            isPaymentOf(userId),
            inArray(payments.status, [...paidStatuses]),
          ),
        );
      if (!row) throw new AppError('NOT_FOUND', 'There is no receipt here');
      const { amountCents, refundedCents } = row.payment;
      const overpaid = row.invoice ? overpaidCents(row.invoice) : 0;
      return {
        ...toPayment(row.payment),
        overpaid: centsToDecimal(Math.min(overpaid, amountCents - refundedCents)),
        number: receiptNumberOf(row.payment.id),
        payer: { name: `${row.user.firstName} ${row.user.lastName}`, email: row.user.email },
      };
    },

    /** Paid less refunded. */
    async spentCents(userId: string): Promise<number> {
      const [row] = await db
        .select({
          cents: netPaidCents,
        })
        .from(payments)
        .where(eq(payments.userId, userId));
      return Number(row?.cents ?? 0);
    },
  };
}
