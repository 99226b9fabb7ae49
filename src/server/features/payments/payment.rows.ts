import { eq, sql } from 'drizzle-orm';

import { type AdminPayment, adminPaymentSchema } from '~/contract/admin/admin-schema';
import { paidStatuses } from '~/contract/billing/billing';
import { centsToAmount } from '~/contract/common/currencies';
import { shownNameIn } from '~/server/features/documents/clients';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { payments, subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';

const columns = {
  id: payments.id,
  amountCents: payments.amountCents,
  refundedCents: payments.refundedCents,
  method: payments.method,
  methodType: payments.methodType,
  reference: payments.reference,
  currency: payments.currency,
  description: payments.description,
  status: payments.status,
  isReversed: sql<boolean>`(${payments.reversedAt} is not null)`,
  isReturned: sql<boolean>`(${payments.returnedAt} is not null)`,
  dispute: payments.dispute,
  failure: payments.failure,
  /** Reason why there is no invoice yet; otherwise, the note of the payment's subscription. */
  note: sql<string>`case when ${payments.heldFor} <> '' then 'No invoice yet: ' || ${payments.heldFor}
    else coalesce(${subscriptions.note}, '') end`,
  inBalanceCents: sql<number>`greatest(0, -coalesce(${invoices.balanceCents}, 0))`.mapWith(Number),
  invoiceId: payments.invoiceId,
  invoiceNumber: sql<string>`coalesce(${invoices.number}, '')`,
  invoiceEmail: sql<string>`coalesce(${invoices.clientEmail}, '')`,
  client_id: users.id,
  client_name: sql<string>`case when ${users.id} is null then ${invoices.clientName} else ${shownNameIn(users)} end`,
  client_email: sql<string>`coalesce(${users.email}, '')`,
  paidAt: payments.paidAt,
  createdAt: payments.createdAt,
};

type Row = Omit<
  AdminPayment,
  'amount' | 'refunded' | 'inBalance' | 'invoice' | 'paidAt' | 'createdAt'
> &
  Pick<
    typeof payments.$inferSelect,
    'amountCents' | 'refundedCents' | 'invoiceId' | 'paidAt' | 'createdAt'
  > & { invoiceNumber: string; invoiceEmail: string; inBalanceCents: number };

export function toAdminPayment({
  amountCents,
  refundedCents,
  inBalanceCents,
  invoiceId,
  invoiceNumber,
  invoiceEmail,
  paidAt,
  createdAt,
  ...row
}: Row): AdminPayment {
  return {
    ...row,
    amount: centsToAmount(amountCents, row.currency),
    refunded: centsToAmount(refundedCents, row.currency),
    inBalance: centsToAmount(inBalanceCents, row.currency),
    invoice:
      invoiceId === null
        ? null
        : { id: invoiceId, number: invoiceNumber, clientEmail: invoiceEmail },
    paidAt: paidAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Selects payments with their clients, subscriptions and invoices. */
export const selectPayments = (db: Pick<Database, 'select'>) =>
  db
    .select(columns)
    .from(payments)
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId));

export async function readPayment(
  db: Pick<Database, 'select'>,
  id: number,
): Promise<AdminPayment | undefined> {
  const [row] = await selectPayments(db).where(eq(payments.id, id));
  return row && toAdminPayment(row);
}

type Sums = Pick<typeof payments.$inferSelect, 'status' | 'refundedCents'>;

const isReceived = ({ status }: Sums): boolean => paidStatuses.some((one) => one === status);

/** Emits the webhook event for a received or refunded payment, after its row was written. */
export async function emitPayment(
  tx: Pick<Database, 'insert' | 'select'>,
  before: Sums | undefined,
  after: Sums & { id: number },
): Promise<void> {
  const record = {
    about: `payment:${after.id}`,
    read: async () => adminPaymentSchema.parse(await readPayment(tx, after.id)),
  };
  if (isReceived(after) && !(before && isReceived(before))) {
    await emitEvent(tx, 'payment.received', record);
  }
  if (after.refundedCents > (before?.refundedCents ?? 0)) {
    await emitEvent(tx, 'payment.refunded', record);
  }
}
