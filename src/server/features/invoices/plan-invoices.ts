import { and, asc, eq, isNotNull } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import type { Buyer, PaidBy } from '~/contract/documents/documents-schema';
import { type TaxSum, type TotalsInCents, totalsOfTaxes } from '~/contract/documents/money';
import { categoryOfRate, type TaxCategory } from '~/contract/documents/tax-categories';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import { buyerOnRecord } from '~/server/features/companies/billing-profile';
import { invoices } from '~/server/platform/db/schema/invoices';
import { creditAmount, noteUnder } from './credit';
import type { InvoiceRow, Transaction } from './invoices.rows';
import { type Issuing, issueDraft } from './issue';

/** A line of a paid invoice at Stripe: in cents, and below zero for what is taken back. */
export interface PlanLine {
  description: string;
  baseCents: number;
  taxCents: number;
  /** Percent. */
  rate: string;
  category: TaxCategory;
}

/** What a paid invoice at Stripe is for. */
export interface PlanDocument {
  stripeInvoiceId: string;
  /** Of our table. */
  subscriptionId: number;
  userId: string;
  /** By whose data the tax was chosen; null for the client's data as they are now. */
  buyer: Buyer | null;
  currency: string;
  lines: readonly PlanLine[];
  /** The days that were paid for, both included; null where the lines name none. */
  period: { from: string; to: string } | null;
  /** The agency's date on which it was made at Stripe. */
  madeOn: string;
  /** Taken from the client's balance at Stripe; below zero, what was put into it. */
  balanceCents: number;
  paidBy: PaidBy;
}

const totalOf = (lines: readonly PlanLine[]): number =>
  lines.reduce((sum, { baseCents, taxCents }) => sum + baseCents + taxCents, 0);

/** Sums as they were charged, so that document and payment are the same cent. */
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

/** Locks the invoices of a subscription before a number is taken, and in the order in which every other writer does. @returns newest first */
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

/** Under which its first credit note is found again. */
const keyOf = ({ stripeInvoiceId }: PlanDocument): string => `plan:${stripeInvoiceId}`;

/** What a change to a cheaper plan gives back: credited to what was charged last, and kept as the client's balance at Stripe. */
async function creditChange(
  tx: Transaction,
  charged: readonly InvoiceRow[],
  document: PlanDocument,
  issuing: Issuing,
): Promise<void> {
  const reason = document.lines.map(({ description }) => description).join('; ');
  const submissionKey = keyOf(document);
  let left = -totalOf(document.lines);
  // A credit corrects invoices that were issued until then, not later ones.
  const earlier = charged.filter(({ issueDate }) => (issueDate ?? '') <= document.madeOn);
  for (const invoice of earlier) {
    const most = Math.min(left, invoice.totalCents - invoice.creditedCents);
    if (most <= 0) continue;
    const [moved] = await tx
      .update(invoices)
      .set({ balanceCents: invoice.balanceCents - most })
      .where(eq(invoices.id, invoice.id))
      .returning();
    if (!moved) throw new Error('an invoice that is locked is gone');
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
      // Of several notes for one change, the key names the first.
      left === -totalOf(document.lines) ? crediting : { ...crediting, submissionKey: undefined },
      issuing,
    );
    left -= most;
    if (left <= 0) return;
  }
}

/**
 * Makes the invoice of a payment of a plan: issued, of the same series as any other, and to be settled by its payment. Where the sum is
 * below zero it is a credit note, and nothing where it is zero. Once for each invoice at Stripe, however often it is called.
 *
 * @returns the invoice, whose row is locked; undefined where there is none
 */
export async function documentPlan(
  tx: Transaction,
  document: PlanDocument,
  issuing: Issuing,
): Promise<{ invoice: InvoiceRow; isNew: boolean } | undefined> {
  const { stripeInvoiceId, subscriptionId, userId, currency, lines, period } = document;
  const charged = await lockInvoicesOf(tx, document);
  const known = charged.find((one) => one.stripeInvoiceId === stripeInvoiceId);
  if (known) return { invoice: known, isNew: false };
  const total = totalOf(lines);
  if (total === 0) return undefined;
  if (total < 0) {
    const note = await noteUnder(tx, keyOf(document));
    if (!note) await creditChange(tx, charged, document, issuing);
    return undefined;
  }
  const buyer = document.buyer ?? (await buyerOnRecord(tx, userId));
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
      remindersOn: false,
    })
    .returning();
  if (!draft) throw new Error('an invoice was not stored');
  return { invoice: await issueDraft(tx, draft, issuing, '', document.paidBy), isNew: true };
}
