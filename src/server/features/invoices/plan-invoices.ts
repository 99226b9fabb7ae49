import { and, asc, eq, isNotNull } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { missingBilling } from '~/contract/documents/billing-address';
import type { Buyer, PaidBy } from '~/contract/documents/documents-schema';
import { type TaxSum, type TotalsInCents, totalsOfTaxes } from '~/contract/documents/money';
import { categoryOfRate, type TaxCategory } from '~/contract/documents/tax-categories';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import { buyerOnRecord, completedBy } from '~/server/features/companies/billing-profile';
import { taxedSellerOf } from '~/server/features/documents/tax-defaults';
import { invoices } from '~/server/platform/db/schema/invoices';
import { creditAmount, noteUnder } from './credit';
import type { InvoiceRow, Transaction } from './invoices.rows';
import { type Issuing, issueDraft } from './issue';

/** A line of a paid Stripe invoice. Amounts are in cents, negative for a deduction. */
export interface PlanLine {
  description: string;
  baseCents: number;
  taxCents: number;
  /** Tax rate in percent. */
  rate: string;
  category: TaxCategory;
}

/** Content of a paid Stripe invoice. */
export interface PlanDocument {
  stripeInvoiceId: string;
  /** Id of the subscription in our table. */
  subscriptionId: number;
  userId: string;
  /** Billing data from which the tax was determined; null to use the client's current data. */
  buyer: Buyer | null;
  /** True if the document can wait until the client's record has the billing data that it needs. */
  mayWait: boolean;
  currency: string;
  lines: readonly PlanLine[];
  /** First and last day of the paid period; null if the lines have none. */
  period: { from: string; to: string } | null;
  /** Date on which Stripe created the invoice, in the agency's time zone. */
  madeOn: string;
  /** Amount taken from the client's Stripe balance; negative if added to the balance. */
  balanceCents: number;
  paidBy: PaidBy;
}

/** Returns the number of different taxes. */
const taxesIn = (lines: readonly PlanLine[]): number =>
  new Set(lines.map(({ rate, category }) => `${rate} ${category}`)).size;

const totalOf = (lines: readonly PlanLine[]): number =>
  lines.reduce((sum, { baseCents, taxCents }) => sum + baseCents + taxCents, 0);

/** Returns totals with the amounts that were charged, so that document and payment match to the cent. */
function totalsOfLines(lines: readonly PlanLine[]): TotalsInCents {
  const sums = new Map<string, TaxSum>();
  for (const { rate, category, baseCents, taxCents } of lines) {
    const key = `${rate} ${category}`;
    const before = sums.get(key) ?? { rate, category, baseCents: 0, amountCents: 0 };
    sums.set(key, {
      ...before,
      baseCents: before.baseCents + baseCents,
      amountCents: before.amountCents + taxCents,
    });
  }
  return totalsOfTaxes([...sums.values()]);
}

const itemOf = (line: PlanLine, currency: string): InvoiceItem => ({
  description: line.description,
  quantity: line.baseCents < 0 ? '-1' : '1',
  unitPrice: centsToAmount(Math.abs(line.baseCents), currency),
  taxRate: line.rate,
  taxCategory: line.category === categoryOfRate(line.rate) ? undefined : line.category,
});

/**
 * Locks the invoices of a subscription before a number is assigned, in the same order as all other code.
 *
 * @returns the invoices, newest first
 */
async function lockInvoicesOf(tx: Transaction, { subscriptionId, currency }: PlanDocument) {
  const rows = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.currency, currency),
        isNotNull(invoices.number),
      ),
    )
    .orderBy(asc(invoices.id))
    .for('update');
  return rows.reverse();
}

/** Returns the key of the document's first credit note. */
const keyOf = ({ stripeInvoiceId }: PlanDocument): string => `plan:${stripeInvoiceId}`;

/**
 * Credits a change to a cheaper plan against the invoices that were charged last. The amount becomes the client's
 * balance at Stripe.
 */
async function creditChange(
  tx: Transaction,
  charged: readonly InvoiceRow[],
  document: PlanDocument,
  issuing: Issuing,
): Promise<void> {
  const reason = document.lines.map(({ description }) => description).join('; ');
  const submissionKey = keyOf(document);
  let left = -totalOf(document.lines);
  // Uses only invoices that were issued before the credit, because a credit cannot correct later ones.
  const earlier = charged.filter(({ issueDate }) => (issueDate ?? '') <= document.madeOn);
  for (const invoice of earlier) {
    const most = Math.min(left, invoice.totalCents - invoice.creditedCents);
    if (most <= 0) continue;
    const [moved] = await tx
      .update(invoices)
      .set({ balanceCents: invoice.balanceCents - most })
      .where(eq(invoices.id, invoice.id))
      .returning();
    if (!moved) throw new Error('a locked invoice disappeared');
    const crediting = {
      reason: reason.slice(0, 500),
      author: '',
      submissionKey,
      label: `Kept for your next charges, of ${invoice.number}`,
    };
    await creditAmount(
      tx,
      moved,
      most,
      // Only the first of several credit notes for one change has the key.
      left === -totalOf(document.lines) ? crediting : { ...crediting, submissionKey: undefined },
      issuing,
    );
    left -= most;
    if (left <= 0) return;
  }
}

/**
 * Creates the invoice for a payment of a plan. The invoice is in the same number series as all others, and the payment
 * settles it. A negative total creates a credit note instead, and a total of zero creates nothing. If the tax of a
 * negative total has changed, credits the unused time, and issues an invoice for the new plan that is paid from this
 * credit. Idempotent for each Stripe invoice.
 *
 * @returns the invoice, whose row is locked; undefined if there is none; or the reason why it waits, if the client's
 * record lacks data that the seller's law requires
 */
export async function documentPlan(
  tx: Transaction,
  document: PlanDocument,
  issuing: Issuing,
): Promise<{ invoice: InvoiceRow; isNew: boolean } | { heldFor: string } | undefined> {
  const { stripeInvoiceId, subscriptionId, userId, currency, lines, period } = document;
  const charged = await lockInvoicesOf(tx, document);
  const known = charged.find((one) => one.stripeInvoiceId === stripeInvoiceId);
  if (known) return { invoice: known, isNew: false };
  const total = totalOf(lines);
  if (total === 0) return undefined;
  if (total < 0) {
    const added = taxesIn(lines) > 1 ? lines.filter(({ baseCents }) => baseCents > 0) : [];
    const credit = { ...document, lines: lines.filter((line) => !added.includes(line)) };
    const note = await noteUnder(tx, keyOf(document));
    if (!note) await creditChange(tx, charged, credit, issuing);
    if (added.length === 0) return undefined;
    return documentPlan(tx, { ...document, lines: added, balanceCents: totalOf(added) }, issuing);
  }
  const record = await buyerOnRecord(tx, userId);
  const buyer = document.buyer ? completedBy(document.buyer, record) : record;
  const [missing] = missingBilling(taxedSellerOf(issuing.context), buyer, []);
  if (missing && document.mayWait) return { heldFor: missing.message };
  const totals = totalsOfLines(lines);
  const [draft] = await tx
    .insert(invoices)
    .values({
      userId,
      subscriptionId,
      stripeInvoiceId,
      buyer,
      clientName: buyer.name,
      clientEmail: buyer.email.toLowerCase(),
      items: lines.map((line) => itemOf(line, currency)),
      totals,
      totalCents: totals.totalCents,
      balanceCents: document.balanceCents,
      currency,
      serviceFrom: period?.from ?? null,
      serviceTo: period?.to ?? null,
    })
    .returning();
  if (!draft) throw new Error('an invoice was not stored');
  return { invoice: await issueDraft(tx, draft, issuing, '', document.paidBy), isNew: true };
}
