import { eq } from 'drizzle-orm';

import {
  amountMessage,
  amountToCents,
  centsToAmount,
  formatCents,
} from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import {
  divideTotals,
  isSameTax,
  lineCents,
  normalRate,
  type TaxSum,
  type TotalsInCents,
  totalsOf,
  totalsOfTaxes,
} from '~/contract/documents/money';
import { categoryOf, taxCategoryNames } from '~/contract/documents/tax-categories';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { CreditFields } from '~/contract/invoices/invoices-schema';
import type { DocumentContext } from '~/server/features/documents/context';
import { addDocumentEvent } from '~/server/features/documents/events';
import type { ItemDefaults } from '~/server/features/documents/items';
import { takeInvoiceNumber } from '~/server/features/documents/numbers';
import { printedOf } from '~/server/features/documents/printed';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { creditedItems, isBeyond } from './credited-items';
import type { Repaid } from './emails';
import { emitInvoice } from './emit-invoice';
import {
  type CreditNoteRow,
  creditNotesOf,
  type InvoiceRow,
  type Transaction,
} from './invoices.rows';
import type { Issuing } from './issue';
import { recalculateInvoice } from './recalculate';

interface Crediting {
  reason: string;
  author: string;
  /** Submission key from the idempotency key, unique among all invoices. */
  submissionKey?: string | undefined;
  submissionDigest?: string | null | undefined;
  /** Payment that is refunded. */
  paymentId?: number | undefined;
  /** Amount refunded by transfer. */
  repaid?: Repaid | undefined;
  /** Description of a credited amount; undefined for a refund. */
  label?: string | undefined;
}

/** Returns the default tax of credited items: the rate of the invoice, if there is only one. */
function creditDefaultsOf(
  { totals, currency }: InvoiceRow,
  { tax, seller }: Pick<DocumentContext, 'tax' | 'seller'>,
): ItemDefaults {
  const defaults = itemDefaultsOf({ tax, seller }, currency);
  const [only, ...others] = totals.taxes;
  if (!only || others.length > 0) return defaults;
  const proposed = { taxRate: only.rate, taxCategory: only.category };
  return { ...defaults, standardRate: only.rate, proposed };
}

/** Returns the amounts that are not credited yet, for each rate. */
function leftOf(invoice: InvoiceRow, notes: readonly CreditNoteRow[]): TaxSum[] {
  return invoice.totals.taxes.map((sum) => {
    const { rate, baseCents, amountCents } = sum;
    const credited = notes.flatMap(({ totals }) =>
      totals.taxes.filter((tax) => isSameTax(tax, sum)),
    );
    return {
      rate,
      category: sum.category,
      baseCents: baseCents - credited.reduce((sum, tax) => sum + tax.baseCents, 0),
      amountCents: amountCents - credited.reduce((sum, tax) => sum + tax.amountCents, 0),
    };
  });
}

const sumOf = ({ baseCents, amountCents }: TaxSum): number => baseCents + amountCents;

const linesOf = (taxes: readonly TaxSum[], description: string, currency: string): InvoiceItem[] =>
  taxes.map(({ rate, category, baseCents }) => ({
    description,
    quantity: baseCents < 0 ? '-1' : '1',
    unitPrice: centsToAmount(Math.abs(baseCents), currency),
    taxRate: rate,
    taxCategory: category,
  }));

const tooMuch = (detail = '') =>
  new AppError('CONFLICT', `This is more than is left of the invoice${detail}`);

/**
 * Returns the taxes of credited items. Each note rounds its taxes, so several notes together could exceed the tax of
 * the invoice. The last note therefore gets the remaining tax.
 *
 * @throws CONFLICT if items exceed the remaining amount of their rate
 */
function fitTaxes(
  taxes: readonly TaxSum[],
  left: readonly TaxSum[],
  { currency, items }: InvoiceRow,
): TaxSum[] {
  return taxes.map((tax) => {
    const of = left.find((one) => isSameTax(one, tax));
    if (!of && sumOf(tax) > 0) {
      const kind = taxCategoryNames[tax.category].toLowerCase();
      throw new AppError('CONFLICT', `The invoice has nothing taxed at ${tax.rate} %, ${kind}`);
    }
    if (!of) throw tooMuch();
    if (isBeyond(tax.baseCents, of.baseCents)) {
      const rest = formatCents(of.baseCents, currency);
      const hasDeductions = items.some(
        (item) =>
          normalRate(item.taxRate) === tax.rate &&
          categoryOf(item) === tax.category &&
          lineCents(item, currency) < 0,
      );
      const more = hasDeductions ? '. Please credit its deductions as well' : '';
      throw tooMuch(`: at ${tax.rate} %, ${rest} before tax can still be credited${more}`);
    }
    const isRest = tax.baseCents === of.baseCents;
    return {
      ...tax,
      amountCents:
        isRest || isBeyond(tax.amountCents, of.amountCents) ? of.amountCents : tax.amountCents,
    };
  });
}

async function store(
  tx: Transaction,
  invoice: InvoiceRow,
  content: { items: InvoiceItem[]; totals: TotalsInCents },
  { reason, author, submissionKey, submissionDigest, paymentId, repaid }: Crediting,
  { context, emails }: Issuing,
): Promise<{ note: CreditNoteRow; invoice: InvoiceRow }> {
  const { items, totals } = content;
  // An invoice with the total 0 is voided by one credit note of 0.
  const isEmpty = invoice.totalCents === 0 && invoice.status !== 'void';
  if (totals.totalCents <= 0 && !isEmpty) {
    throw new AppError('CONFLICT', 'Nothing is left of this invoice to be credited');
  }
  if (totals.totalCents > invoice.totalCents - invoice.creditedCents) throw tooMuch();
  const { today, sales, seller } = context;
  const number = await takeInvoiceNumber(tx, sales.series, today);
  const [note] = await tx
    .insert(creditNotes)
    .values({
      number,
      invoiceId: invoice.id,
      paymentId: paymentId ?? null,
      reason,
      items,
      totals,
      totalCents: totals.totalCents,
      seller,
      // A credit note shows no bank account.
      printed: { ...printedOf(totals, context), bank: null },
      issueDate: today,
      submissionKey: submissionKey ?? null,
      submissionDigest: submissionDigest ?? null,
    })
    .returning();
  if (!note) throw new Error('a credit note was not stored');
  const amount = formatCents(totals.totalCents, invoice.currency);
  await addDocumentEvent(tx, { invoiceId: invoice.id }, 'credited', {
    text: `${number}, ${amount}: ${reason}`,
    author,
  });
  const after = await recalculateInvoice(tx, invoice);
  await emitInvoice(tx, 'invoice.credited', invoice.id);
  await emails.credited(tx, after, {
    ...note,
    repaid,
  });
  return { note, invoice: after };
}

/** Returns the note created under an idempotency key, if any. */
export async function noteUnder(
  tx: Transaction,
  submissionKey: string,
): Promise<CreditNoteRow | undefined> {
  const [row] = await tx
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.submissionKey, submissionKey));
  return row;
}

/** Credits items of an issued invoice whose row is locked. Without items, credits everything that remains. */
export async function creditItems(
  tx: Transaction,
  invoice: InvoiceRow,
  given: CreditFields['items'],
  crediting: Crediting,
  issuing: Issuing,
) {
  if (invoice.status === 'draft') {
    throw new AppError('CONFLICT', 'A draft is changed or deleted, not credited');
  }
  const notes = await creditNotesOf(tx, invoice.id);
  const left = leftOf(invoice, notes);
  if (given?.length) {
    const defaults = creditDefaultsOf(invoice, issuing.context);
    const items = creditedItems(invoice, notes, given, { defaults, left });
    const { taxes } = totalsOf({ items }, invoice.currency);
    const totals = totalsOfTaxes(fitTaxes(taxes, left, invoice));
    return store(tx, invoice, { items, totals }, crediting, issuing);
  }
  const isFirst = notes.length === 0;
  const description = `What is left of ${invoice.number}`;
  const kept = left.filter((tax) => sumOf(tax) !== 0);
  const content = isFirst
    ? { items: invoice.items, totals: invoice.totals }
    : { items: linesOf(kept, description, invoice.currency), totals: totalsOfTaxes(kept) };
  return store(tx, invoice, content, crediting, issuing);
}

/**
 * Credits an amount of an issued invoice whose row is locked, divided among the remaining taxes.
 *
 * @throws CONFLICT if the amount exceeds what remains
 */
export async function creditPart(
  tx: Transaction,
  invoice: InvoiceRow,
  amount: string,
  crediting: Crediting,
  issuing: Issuing,
): Promise<{ note: CreditNoteRow; invoice: InvoiceRow }> {
  if (invoice.status === 'draft') {
    throw new AppError('CONFLICT', 'A draft is changed or deleted, not credited');
  }
  const cents = amountToCents(amount, invoice.currency);
  if (!cents) {
    const message = amountMessage(invoice.currency);
    throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'amount', message }] });
  }
  if (cents > invoice.totalCents - invoice.creditedCents) throw tooMuch();
  const label = `Part of ${invoice.number}`;
  const made = await creditAmount(tx, invoice, cents, { ...crediting, label }, issuing);
  if (!made.note) throw new AppError('CONFLICT', 'Nothing is left of this invoice to be credited');
  return { ...made, note: made.note };
}

/** Credits an amount, divided among the remaining rates. If less remains, credits only the remainder. */
export async function creditAmount(
  tx: Transaction,
  invoice: InvoiceRow,
  cents: number,
  crediting: Crediting,
  issuing: Issuing,
): Promise<{ note: CreditNoteRow | undefined; invoice: InvoiceRow }> {
  const left = leftOf(invoice, await creditNotesOf(tx, invoice.id));
  const most = left.reduce((sum, tax) => sum + sumOf(tax), 0);
  const amount = Math.min(cents, most);
  if (amount <= 0) return { note: undefined, invoice };
  const [taxes = []] = divideTotals({ taxes: left }, [amount], invoice.currency);
  const totals = totalsOfTaxes(taxes);
  const label = crediting.label ?? `Refund for ${invoice.number}`;
  const items = linesOf(totals.taxes, label, invoice.currency);
  return store(tx, invoice, { items, totals }, crediting, issuing);
}
