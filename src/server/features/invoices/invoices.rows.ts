import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { presentTotals } from '~/contract/documents/money';
import { taxNumbersOf } from '~/contract/documents/tax-numbers';
import type {
  AdminInvoiceRow,
  ClientInvoice,
  OwnInvoice,
} from '~/contract/invoices/invoices-schema';
import { epcText, paymentDetailOf } from '~/contract/invoices/transfer';
import { type DocumentContext, takesTransfers } from '~/server/features/documents/context';
import { presentDiscount, presentItems } from '~/server/features/documents/items';
import type { PlanPaymentPdf } from '~/server/features/documents/pdf/payment';
import { taxNotesOf } from '~/server/features/documents/printed';
import type { Database } from '~/server/platform/db/client';
import { payments, refunds } from '~/server/platform/db/schema/billing';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { contentOfNote, noSeller, syntaxesOf } from './e-invoices';

export type InvoiceRow = typeof invoices.$inferSelect;
export type CreditNoteRow = typeof creditNotes.$inferSelect;
type PaymentRow = typeof payments.$inferSelect;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export const notFound = () => new AppError('NOT_FOUND', 'Invoice not found');

export async function lockInvoice(tx: Transaction, id: number): Promise<InvoiceRow> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

type Sums = Pick<InvoiceRow, 'totalCents' | 'paidCents' | 'creditedCents'>;

/** Returns the outstanding amount. */
export const remainingCents = ({ totalCents, paidCents, creditedCents }: Sums): number =>
  Math.max(0, totalCents - creditedCents - paidCents);

/** Returns the overpaid amount. */
export const overpaidCents = ({ totalCents, paidCents, creditedCents }: Sums): number =>
  Math.max(0, paidCents - (totalCents - creditedCents));

/**
 * Returns the status of an issued invoice, which is void once it is fully credited.
 *
 * @param isCredited true if there is a credit note
 */
export function statusOf(sums: Sums, isCredited: boolean): 'open' | 'paid' | 'void' {
  if (isCredited && sums.creditedCents >= sums.totalCents) return 'void';
  return remainingCents(sums) === 0 ? 'paid' : 'open';
}

export const isOverdue = (row: Pick<InvoiceRow, 'status' | 'dueDate'>, today: string): boolean =>
  row.status === 'open' && row.dueDate !== null && row.dueDate < today;

export const overdueOn = (today: string) =>
  sql`(${invoices.status} = 'open' and ${invoices.dueDate} < ${today})`;

/** SQL for `overpaidCents` of an issued invoice. */
export const overpaidOfRow = sql<number>`greatest(0, ${invoices.paidCents} - ${invoices.totalCents} + ${invoices.creditedCents})`;

export const isOverpaid = sql`(${invoices.status} <> 'draft' and ${overpaidOfRow} > 0)`;

// Qualifies column names explicitly. In a selection from a single table, Drizzle omits table names, so the columns
// would refer to the subquery's table.
export const isRequestCompleted = sql`exists (select from service_requests work
  where work.id = invoices.request_id and work.status = 'completed')`;

/**
 * True for a draft that waits for an admin to issue it: either its request is completed, or it was held instead of
 * being issued automatically.
 */
export const isReady = sql<boolean>`(${invoices.status} = 'draft'
  and (${invoices.heldFor} <> '' or ${invoices.onCompletion} and ${isRequestCompleted}))`;

/** True if a payment of the invoice is pending at Stripe. Bank debits are pending for days. */
export const hasPendingPayment = sql<boolean>`exists (select from payments pending
  where pending.invoice_id = invoices.id and pending.status = 'pending')`;

/** Columns of invoices in the panel. */
export const adminColumns = {
  row: invoices,
  isReady,
  isPaymentPending: hasPendingPayment,
};

/** SQL for `remainingCents` of an open invoice. */
export const remainingOfRow = sql<number>`greatest(0, ${invoices.totalCents} - ${invoices.creditedCents} - ${invoices.paidCents})`;

export const newestFirst = [desc(invoices.createdAt), desc(invoices.id)] as const;

export const creditNotesOf = (db: Pick<Database, 'select'>, invoiceId: number) =>
  db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, invoiceId))
    .orderBy(asc(creditNotes.id));

export const paymentsOf = (db: Pick<Database, 'select'>, invoiceId: number) =>
  db.select().from(payments).where(eq(payments.invoiceId, invoiceId)).orderBy(asc(payments.id));

/** True for refunds that were not reversed and do not reverse another refund. */
export const standingRefund = sql`(${refunds.takesBackId} is null
  and not exists (select from refunds taking where taking.takes_back_id = ${refunds.id}))`;

/** Returns the refunds of an invoice's payments, oldest first. Excludes reversed refunds. */
export async function refundsOf(
  db: Pick<Database, 'select'>,
  { id, currency }: InvoiceRow,
  dateOf: (at: Date) => string,
) {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.invoiceId, id), standingRefund))
    .orderBy(asc(refunds.refundedAt), asc(refunds.id));
  return rows.map(({ refund: { cents, refundedAt, ...refund } }) => ({
    id: refund.id,
    paymentId: refund.paymentId,
    amount: centsToAmount(cents, currency),
    date: dateOf(refundedAt),
    reference: refund.reference,
  }));
}

export function toCreditNote(row: CreditNoteRow, invoice: InvoiceRow) {
  const { currency } = invoice;
  const { id, number, reason, items, totals, totalCents, issueDate, createdAt } = row;
  return {
    id,
    number,
    reason,
    items: presentItems(items, currency),
    totals: presentTotals(totals, currency),
    total: centsToAmount(totalCents, currency),
    issueDate,
    createdAt: createdAt.toISOString(),
    syntaxes: syntaxesOf(contentOfNote(row, invoice)),
  };
}

function toPayment(row: PaymentRow, timeZoneDate: (at: Date) => string) {
  const { id, amountCents, refundedCents, currency, method, methodType } = row;
  const { status, reference, failure } = row;
  return {
    id,
    amount: centsToAmount(amountCents, currency),
    refunded: centsToAmount(refundedCents, currency),
    method,
    methodType,
    status,
    reference,
    failure,
    date: row.paidAt ? timeZoneDate(row.paidAt) : null,
    isReversed: row.reversedAt !== null,
    isReturned: row.returnedAt !== null,
  };
}

/** Converts the amounts of an invoice to the format of the API. */
function amountsOf(row: InvoiceRow) {
  const amount = (cents: number) => centsToAmount(cents, row.currency);
  return {
    total: amount(row.totalCents),
    paid: amount(row.paidCents),
    credited: amount(row.creditedCents),
    remaining: amount(row.status === 'open' ? remainingCents(row) : 0),
    overpaid: amount(overpaidCents(row)),
    currency: row.currency,
  };
}

/** Returns the fields that all readers of an invoice see. */
export function detailsOf(
  row: InvoiceRow,
  about: { payments: PaymentRow[]; creditNotes: CreditNoteRow[] },
  dateOf: (at: Date) => string,
) {
  return {
    ...amountsOf(row),
    client: row.buyer,
    seller: row.seller ?? noSeller,
    // Adds the names of tax numbers on the server, because public pages do not load the list of local names.
    sellerNumbers: taxNumbersOf(row.seller ?? noSeller),
    clientNumbers: taxNumbersOf(row.buyer),
    items: presentItems(row.items, row.currency),
    discount: presentDiscount(row.discount),
    totals: presentTotals(row.totals, row.currency),
    serviceDate: row.serviceDate,
    serviceFrom: row.serviceFrom,
    serviceTo: row.serviceTo,
    taxNotes: taxNotesOf(row.totals, row.printed),
    note: row.note,
    payments: about.payments.map((payment) => toPayment(payment, dateOf)),
    creditNotes: about.creditNotes.map((note) => toCreditNote(note, row)),
  };
}

/** Returns how the invoice of a plan was paid; null for other invoices. */
export function planPaymentOf(row: InvoiceRow): PlanPaymentPdf | null {
  const { balanceCents, currency, paidCents, printed } = row;
  if (!printed || printed.means === 'any') return null;
  return {
    means: printed.means,
    charged: centsToAmount(paidCents - balanceCents, currency),
    digits: printed.cardDigits,
    balance: centsToAmount(balanceCents, currency),
  };
}

/** Returns whether the bank returned the payment with which the invoice of a plan was issued. */
export async function wasPlanPaymentReturned(
  db: Pick<Database, 'select'>,
  { stripeInvoiceId }: InvoiceRow,
): Promise<boolean> {
  if (stripeInvoiceId === null) return false;
  const [returned] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.stripeInvoiceId, stripeInvoiceId), isNotNull(payments.returnedAt)));
  return returned !== undefined;
}

/** Returns the number of the proposal; empty without one. */
export async function proposalNumberOf(
  db: Pick<Database, 'select'>,
  { proposalId }: InvoiceRow,
): Promise<string> {
  if (proposalId === null) return '';
  const [proposal] = await db
    .select({ number: proposals.number })
    .from(proposals)
    .where(eq(proposals.id, proposalId));
  return proposal?.number ?? '';
}

/**
 * Returns an invoice as it was when it was issued. The invoice of a plan was paid at that time, and later changes do
 * not affect documents.
 */
export function asIssued(row: InvoiceRow): InvoiceRow {
  const isPaid = row.stripeInvoiceId !== null;
  const sums = {
    totalCents: row.totalCents,
    paidCents: isPaid ? row.totalCents : 0,
    creditedCents: 0,
  };
  // Amounts that were added to the client's balance come from a later change of plan, so they are removed.
  return {
    ...row,
    ...sums,
    status: statusOf(sums, false),
    balanceCents: Math.max(0, row.balanceCents),
  };
}

/**
 * Returns the bank account to which the outstanding amount can be transferred; null if nothing is outstanding, or if
 * there is no account.
 */
export function bankOf(
  row: InvoiceRow,
  { bank }: Pick<DocumentContext, 'bank'>,
): ClientInvoice['bank'] {
  const amountCents = remainingCents(row);
  if (row.status !== 'open' || !takesTransfers(bank)) return null;
  const transfer = { holder: bank.accountHolder, iban: bank.iban, bic: bank.bic };
  const reference = row.number ?? '';
  const hasCode = row.currency === 'EUR' && bank.iban !== '';
  return {
    ...transfer,
    details: bank.paymentDetails.map((line) => {
      const [label, value] = paymentDetailOf(line);
      return { label, value };
    }),
    reference,
    epc: hasCode ? epcText({ ...transfer, amountCents, reference }) : null,
  };
}

export function toOwnInvoice(row: InvoiceRow, today: string): Omit<OwnInvoice, 'isPaymentPending'> {
  const { id, number, status, issueDate, dueDate } = row;
  const { total, paid, remaining, currency } = amountsOf(row);
  if (status === 'draft' || !number || !issueDate || !dueDate) throw notFound();
  const overdue = isOverdue(row, today);
  return { id, number, status, overdue, total, paid, remaining, currency, issueDate, dueDate };
}

export function toAdminRow(
  { row, ...beside }: { row: InvoiceRow; isReady: boolean; isPaymentPending: boolean },
  today: string,
): AdminInvoiceRow {
  const { id, number, status, issueDate, dueDate, scheduledFor, onCompletion } = row;
  return {
    ...amountsOf(row),
    id,
    number,
    status,
    overdue: isOverdue(row, today),
    clientId: row.userId,
    clientName: row.clientName,
    clientEmail: row.clientEmail,
    company: row.buyer.company ?? '',
    client_name: row.clientName,
    client_email: row.clientEmail,
    about: row.items[0]?.description ?? '',
    issueDate,
    dueDate,
    scheduledFor,
    onCompletion,
    heldFor: row.heldFor,
    ...beside,
    proposalId: row.proposalId,
    requestId: row.requestId,
    recurringInvoiceId: row.recurringInvoiceId,
    recurringDay: row.recurringDay,
    remindersOn: row.remindersOn,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
