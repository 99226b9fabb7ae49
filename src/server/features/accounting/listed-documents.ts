import { sql } from 'drizzle-orm';

import type { Period } from '~/contract/accounting/accounting';
import type { Buyer } from '~/contract/documents/documents-schema';
import type { TotalsInCents } from '~/contract/documents/money';
import type { InvoiceStatus } from '~/contract/invoices/invoices';
import type { Database } from '~/server/platform/db/client';
import { momentsOf, paidAtSql, takenBackSql, wasReceivedSql } from './sums';

/** Number of rows in memory at a time. */
const pageRows = 500;

/** An invoice or a credit note, without its items. */
export type ListedDocument = {
  kind: 'invoice' | 'credit note';
  invoiceId: number;
  /** Id of a credit note; 0 for an invoice. */
  noteId: number;
  number: string;
  issueDate: string;
  dueDate: string | null;
  serviceFrom: string | null;
  serviceTo: string | null;
  buyer: Buyer;
  totals: TotalsInCents;
  currency: string;
  /** Status of an invoice; null for a credit note. */
  status: InvoiceStatus | null;
  /** Number of the invoice that a credit note corrects; empty for an invoice. */
  corrects: string;
};

/**
 * Yields the documents of a period by date and number, a page at a time. Shorter numbers come first, so that 10000 follows 9999.
 */
export async function* documentsOf(
  db: Pick<Database, 'execute'>,
  { from, to }: Period,
): AsyncGenerator<ListedDocument> {
  let last = { issueDate: from, number: '' };
  for (;;) {
    const rows = await db.execute<ListedDocument>(sql`
      select * from (
        select 'invoice' as kind, id as "invoiceId", 0 as "noteId", number, issue_date as "issueDate",
          due_date as "dueDate", coalesce(service_from, service_date) as "serviceFrom",
          coalesce(service_to, service_date) as "serviceTo", buyer, totals, currency,
          status::text as status, '' as corrects
        from invoices where status <> 'draft' and issue_date between ${last.issueDate} and ${to}
        union all
        select 'credit note', invoices.id, notes.id, notes.number, notes.issue_date, null,
          coalesce(service_from, service_date), coalesce(service_to, service_date), buyer,
          notes.totals, currency, null, invoices.number
        from credit_notes notes join invoices on invoices.id = notes.invoice_id
        where notes.issue_date between ${last.issueDate} and ${to}
      ) listed
      where ("issueDate", length(number), number)
        > (${last.issueDate}::date, ${last.number.length}::int, ${last.number}::text)
      order by "issueDate", length(number), number limit ${pageRows}`);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < pageRows) return;
    last = { issueDate: end.issueDate, number: end.number };
  }
}

/** A received payment; or a refund or return of a payment, with the amount 0. */
export type ListedPayment = {
  id: number;
  at: string;
  /** Distinguishes events of a payment that happened at the same time: 0 for the payment itself. */
  move: number;
  method: string;
  /** Number of the invoice that was paid; null if the invoice has no number yet. */
  invoiceNumber: string | null;
  client: string;
  email: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  reference: string;
  stripePaymentId: string | null;
  stripeInvoiceId: string | null;
};

/** Yields payments and refunds of a period by date, a page at a time. */
export async function* paymentsOf(
  db: Pick<Database, 'execute'>,
  period: Period,
  timeZone: string,
): AsyncGenerator<ListedPayment> {
  const { start, end } = momentsOf(period, timeZone);
  const takenBack = takenBackSql(timeZone);
  let last = { at: start, id: 0, move: 0 };
  for (;;) {
    const rows = await db.execute<ListedPayment>(sql`
      with moves as (
        select id, ${paidAtSql} as at, 0 as move, amount_cents as amount,
          0 as refunded, reference from payments
        union all
        select payment_id, refunded_at, id, 0, cents, coalesce(nullif(reference, ''),
          case when takes_back_id is null then 'Refund' else 'Repayment recorded by mistake' end) from refunds
        union all
        select id, ${takenBack}, -1, 0, amount_cents,
          case when returned_at is null then 'Recorded by mistake' else 'Returned by the bank' end
        from payments where ${takenBack} is not null
      )
      select moves.id, moves.at, moves.move, payments.method::text as method,
        invoices.number as "invoiceNumber",
        coalesce(invoices.client_name, trim(users.first_name || ' ' || users.last_name)) as client,
        coalesce(invoices.client_email, users.email) as email,
        moves.amount::float8 as "amountCents", moves.refunded::float8 as "refundedCents",
        payments.currency, moves.reference, stripe_payment_intent_id as "stripePaymentId",
        payments.stripe_invoice_id as "stripeInvoiceId"
      from moves join payments on payments.id = moves.id left join users on users.id = payments.user_id
        left join invoices on invoices.id = payments.invoice_id
      where ${wasReceivedSql(timeZone)} and moves.at < ${end}
        and (moves.at, moves.id, moves.move)
          > (${last.at}::timestamptz, ${last.id}::int, ${last.move}::int)
      order by moves.at, moves.id, moves.move limit ${pageRows}`);
    yield* rows;
    const final = rows.at(-1);
    if (!final || rows.length < pageRows) return;
    last = final;
  }
}
