import { eq, inArray, or, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import { payments } from '~/server/platform/db/schema/billing';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { users } from '~/server/platform/db/schema/identity';
import { invoiceIntents, invoices } from '~/server/platform/db/schema/invoices';
import { documentLinks, numberSeries, proposals } from '~/server/platform/db/schema/proposals';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/**
 * Removes the proposals, invoices and recurring invoices for sample clients and leads, with all
 * related records. Also removes sandbox payments from the agency's real invoices. A number series
 * without documents starts at 1 again.
 *
 * @returns descriptions of the removed records, and the number of rows
 */
export async function removeSalesOf(
  tx: Transaction,
  emails: readonly string[],
): Promise<[what: string, rows: readonly unknown[]][]> {
  const given = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.clientEmail, [...emails]));
  const proposed = await tx
    .select({ id: proposals.id })
    .from(proposals)
    .where(inArray(proposals.clientEmail, [...emails]));
  // Includes accounts whose invoices go to a different email.
  const accounts = tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, [...emails]));
  const recurring = await tx
    .delete(recurringInvoices)
    .where(
      or(
        inArray(recurringInvoices.clientEmail, [...emails]),
        inArray(recurringInvoices.userId, accounts),
      ),
    )
    .returning({ id: recurringInvoices.id });
  const invoiceIds = given.map(({ id }) => id);
  const proposalIds = proposed.map(({ id }) => id);
  const about = [
    ...invoiceIds.map((id) => `invoice:${id}`),
    ...proposalIds.map((id) => `proposal:${id}`),
    ...recurring.map(({ id }) => `recurring_invoice:${id}`),
  ];
  await tx.delete(creditNotes).where(inArray(creditNotes.invoiceId, invoiceIds));
  await tx.delete(payments).where(inArray(payments.invoiceId, invoiceIds));
  await tx.delete(invoices).where(inArray(invoices.id, invoiceIds));
  await tx.delete(proposals).where(inArray(proposals.id, proposalIds));
  await tx.delete(documentLinks).where(inArray(documentLinks.about, about));
  await tx.delete(auditLog).where(inArray(auditLog.about, about));

  await tx.execute(sql`
    update invoices set
      paid_cents = paid_cents - taken.cents,
      status = case when credited_cents >= total_cents then 'void'
        when paid_cents - taken.cents >= total_cents - credited_cents then 'paid' else 'open' end::invoice_status
    from (
      select invoice_id, sum(amount_cents - refunded_cents) as cents from payments
      where stripe_payment_intent_id in (select id from sandbox_objects)
        and status in ('completed', 'refunded') group by 1
    ) taken where taken.invoice_id = invoices.id`);
  await tx.execute(sql`
    update credit_notes set payment_id = null where payment_id in (
      select id from payments where stripe_payment_intent_id in (select id from sandbox_objects))`);
  await tx.delete(invoiceIntents).where(eq(invoiceIntents.stripeAccount, 'sandbox'));

  const [left] = await tx
    .select({
      invoices: sql<boolean>`exists (select from invoices where number is not null)`,
      proposals: sql<boolean>`exists (select from proposals)`,
    })
    .from(sql`(select 1) one`);
  if (!left?.invoices) {
    await tx.delete(numberSeries).where(sql`${numberSeries.key} like 'invoice %'`);
  }
  if (!left?.proposals) await tx.delete(numberSeries).where(eq(numberSeries.key, 'proposal'));
  return [
    ['sample proposals', proposalIds],
    ['sample invoices', invoiceIds],
    ['recurring invoices for samples', recurring],
  ];
}
