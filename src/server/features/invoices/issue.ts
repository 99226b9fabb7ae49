import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm';

import { centsToAmount, formatCents } from '~/contract/common/currencies';
import { addDays } from '~/contract/common/dates';
import { missingBilling } from '~/contract/documents/billing-address';
import type { Due } from '~/contract/documents/documents';
import type { Buyer, BuyerOverrides, PaidBy } from '~/contract/documents/documents-schema';
import {
  countedItems,
  divideTotals,
  normalRate,
  scheduleCents,
  type TaxSum,
  type TotalsInCents,
  totalsOf,
  totalsOfTaxes,
} from '~/contract/documents/money';
import type { ProposedTax } from '~/contract/documents/tax';
import { categoryOf } from '~/contract/documents/tax-categories';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { ProposalContent, SchedulePart } from '~/contract/proposals/proposal-content';
import { fillRecord, overridesOf } from '~/server/features/companies/billing-profile';
import { rejectUnsendable, whyNotSent } from '~/server/features/companies/recipients';
import { ensureClient, lockCompanyOf } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { addDocumentEvent } from '~/server/features/documents/events';
import { rejectFields } from '~/server/features/documents/items';
import { takeInvoiceNumber } from '~/server/features/documents/numbers';
import { printedOf } from '~/server/features/documents/printed';
import { itemDefaultsOf, taxedSellerOf } from '~/server/features/documents/tax-defaults';
import { linkAccount } from '~/server/features/recurring-invoices/link-account';
import { vatCheckAtIssue } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { settings } from '~/server/platform/db/schema/settings';
import { currentDraft } from './draft-fields';
import type { InvoiceEmails } from './emails';
import { emitInvoice } from './emit-invoice';
import type { InvoiceRow, Transaction } from './invoices.rows';
import { recalculateInvoice } from './recalculate';

type Reader = Pick<Database, 'select' | 'insert'>;

/** Data that is read before the transaction that issues invoices. */
export interface Issuing {
  context: DocumentContext;
  emails: InvoiceEmails;
}

/**
 * Issues a draft whose row is locked: freezes number, seller, dates and client, and emails the link to the client.
 * Assigns the number as late as possible, because the number's series stays locked until the commit.
 *
 * @param paidBy for a payment of a plan, which is already paid: the email then confirms the payment
 */
export async function issueDraft(
  tx: Transaction,
  stored: InvoiceRow,
  { context, emails }: Issuing,
  author = '',
  paidBy?: PaidBy,
): Promise<InvoiceRow> {
  if (stored.items.length === 0) {
    rejectFields([{ path: 'items', message: 'Please add an item' }]);
  }
  const { today, sales, seller } = context;
  const draft = await accountDraft(tx, stored, context);
  const { userId } = draft;
  const companyId = draft.companyId ?? (userId ? await lockCompanyOf(tx, userId) : null);
  if (!paidBy) await rejectUnsendable(tx, { ...draft, companyId });
  const number = await takeInvoiceNumber(tx, sales.series, today);
  const [issued] = await tx
    .update(invoices)
    .set({
      status: 'open',
      number,
      heldFor: '',
      userId,
      buyer: draft.buyer,
      buyerOverrides: draft.buyerOverrides,
      clientName: draft.clientName,
      clientEmail: draft.clientEmail,
      items: draft.items,
      totals: draft.totals,
      totalCents: draft.totalCents,
      taxProposed: draft.taxProposed,
      seller,
      printed: printedOf(draft.totals, context, paidBy),
      vatCheck: await vatCheckAtIssue(tx, draft.buyer),
      issueDate: today,
      dueDate: paidBy ? today : (draft.dueDate ?? addDays(today, sales.paymentDays)),
      updatedAt: new Date(),
    })
    .where(eq(invoices.id, draft.id))
    .returning();
  if (!issued) throw new Error('a locked invoice disappeared');
  const mailId = paidBy ? undefined : await emails.issued(tx, issued);
  const text = mailId === undefined ? number : `${number}, emailed to the client`;
  await addDocumentEvent(tx, { invoiceId: draft.id }, 'issued', { text, author });
  await emitInvoice(tx, 'invoice.issued', draft.id);
  if (paidBy) return issued;
  return issued.totalCents === 0 ? recalculateInvoice(tx, issued) : issued;
}

/**
 * Returns the draft with the account of its client, creating the account if there is none. Adds data that the client's
 * record lacks. A client without an email has no account.
 */
async function accountDraft(
  tx: Transaction,
  stored: InvoiceRow,
  context: DocumentContext,
): Promise<InvoiceRow> {
  const { userId: known } = stored;
  if (known) return currentDraft(tx, { ...stored, userId: known }, context);
  if (!stored.buyer.email) return currentDraft(tx, stored, context);
  const { id: userId } = await ensureClient(tx, stored.buyer);
  const owner = { userId, companyId: stored.companyId ?? (await lockCompanyOf(tx, userId)) };
  const record = await fillRecord(tx, 'system', owner, stored.buyer, 'an invoice');
  const buyerOverrides = overridesOf(record, stored.buyer);
  if (stored.recurringInvoiceId !== null) {
    await linkAccount(tx, stored.recurringInvoiceId, owner, buyerOverrides);
  }
  await linkDrafts(tx, stored, owner);
  return currentDraft(tx, { ...stored, ...owner, buyerOverrides }, context);
}

/** Links other drafts with the same typed email to the account that was found or created when a draft was issued. */
async function linkDrafts(
  tx: Transaction,
  { id, clientEmail }: InvoiceRow,
  owner: { userId: string; companyId: number | null },
): Promise<void> {
  const others = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.clientEmail, clientEmail),
        eq(invoices.status, 'draft'),
        isNull(invoices.userId),
        ne(invoices.id, id),
      ),
    )
    // Skips a draft that is locked because it is being changed or issued, which also links it to the account.
    .for('update', { skipLocked: true });
  for (const other of others) {
    const record = await fillRecord(tx, 'system', owner, other.buyer, 'an invoice');
    const buyerOverrides = overridesOf(record, other.buyer);
    await tx
      .update(invoices)
      .set({ ...owner, buyerOverrides })
      .where(eq(invoices.id, other.id));
  }
}

/**
 * Holds a draft that should have been issued automatically, so that an admin checks the draft first. The draft keeps
 * its date, and is issued once the reason no longer applies.
 *
 * @param why the reason, a sentence without a period at the end
 */
export async function holdDraft(
  tx: Transaction,
  draft: InvoiceRow,
  why: string,
  { context, emails }: Pick<Issuing, 'context' | 'emails'>,
): Promise<InvoiceRow> {
  const scheduledFor = draft.scheduledFor ?? (draft.onCompletion ? null : context.today);
  const [held] = await tx
    .update(invoices)
    .set({
      scheduledFor,
      heldFor: why,
      totalCents: draft.totalCents,
      ...(draft.userId && { clientName: draft.clientName }),
    })
    .where(eq(invoices.id, draft.id))
    .returning();
  if (!held) throw new Error('a locked draft disappeared');
  await addDocumentEvent(tx, { invoiceId: draft.id }, 'stopped', { text: why });
  await emails.held(tx, held, why);
  return held;
}

/**
 * Returns whether the draft would be issued for a higher total than when it was accepted or saved, because the tax has
 * changed.
 */
export const isDearerNow = (
  draft: Pick<InvoiceRow, 'totals'>,
  now: Pick<InvoiceRow, 'totalCents'>,
): boolean => now.totalCents > draft.totals.totalCents;

/**
 * Returns whether the items of a draft have another tax than the one that the settings propose, because the tax
 * settings have changed since the draft was last changed.
 */
async function isTaxOutdated(
  tx: Reader,
  { currency, buyer, items, updatedAt, vatCheck }: InvoiceRow,
  { context }: Pick<Issuing, 'context'>,
): Promise<boolean> {
  const { proposed } = itemDefaultsOf(context, currency, buyer, vatCheck?.status);
  const fits = items.every(
    (item) =>
      categoryOf(item) === proposed.taxCategory &&
      (proposed.taxCategory === 'S' || normalRate(item.taxRate) === proposed.taxRate),
  );
  if (fits) return false;
  const [changed] = await tx
    .select({ key: settings.key })
    .from(settings)
    .where(and(inArray(settings.key, ['tax', 'seller']), gt(settings.updatedAt, updatedAt)))
    .limit(1);
  return changed !== undefined;
}

/**
 * Returns a draft as it would be issued now, and the reason why it must not be issued automatically. Possible reasons:
 * the settings now propose another tax, no member of its company could open it, required billing data is missing (by
 * the seller's law or for the tax), or the total would be higher than the client accepted.
 */
export async function heldReasonOf(
  tx: Reader,
  draft: InvoiceRow,
  { context }: Pick<Issuing, 'context'>,
): Promise<{ now: InvoiceRow; why: string | undefined }> {
  const now = await currentDraft(tx, draft, context);
  const [missing] = missingBilling(taxedSellerOf(context), now.buyer, now.items);
  const money = (cents: number) => formatCents(cents, draft.currency);
  const dearer = `With the tax that fits the client now, it is ${money(now.totalCents)}. That is more than ${
    draft.proposalId === null ? 'when it was saved' : 'the client accepted'
  }, ${money(draft.totals.totalCents)}`;
  const outdated = (await isTaxOutdated(tx, draft, { context }))
    ? 'The settings of taxes have changed since it was made'
    : (await whyNotSent(tx, now))?.replace(/\.$/, '');
  return {
    now,
    why: outdated ?? missing?.message ?? (isDearerNow(draft, now) ? dearer : undefined),
  };
}

/** Returns a draft with the total and client's name that it would have if it was issued now. */
export const namedNow = (draft: InvoiceRow, now: InvoiceRow): InvoiceRow => ({
  ...draft,
  totalCents: now.totalCents,
  clientName: now.clientName,
});

/** Issues a draft automatically, or holds it. Notifies the agency if it has to send the invoice itself. */
export async function issueUnlessHeld(
  tx: Transaction,
  draft: InvoiceRow,
  issuing: Issuing,
  author = '',
): Promise<InvoiceRow> {
  const { now, why } = await heldReasonOf(tx, draft, issuing);
  if (why !== undefined) return holdDraft(tx, namedNow(draft, now), why, issuing);
  const issued = await issueDraft(tx, draft, issuing, author);
  if (issued.clientEmail === '' && author === '') await issuing.emails.unsent(tx, issued);
  return issued;
}

/** Returns when a part of a schedule is issued: immediately, on a date, or once the work is completed. */
function whenDue(due: Due, today: string): { isNow: boolean; scheduledFor: string | null } {
  if (due === 'on_acceptance') return { isNow: true, scheduledFor: null };
  if (due === 'on_completion') return { isNow: false, scheduledFor: null };
  const date = 'days' in due ? addDays(today, due.days) : due.date;
  return date <= today ? { isNow: true, scheduledFor: null } : { isNow: false, scheduledFor: date };
}

/** Returns the lines of a part of a proposal, one for each tax rate. */
function linesOf(
  taxes: readonly TaxSum[],
  { label }: SchedulePart,
  { title, currency }: ProposalContent,
  number: string,
): InvoiceItem[] {
  return taxes
    .filter(({ baseCents, amountCents }) => baseCents + amountCents > 0)
    .map(({ rate, category, baseCents }) => ({
      description: `${label}: ${title}`,
      detail: `Part of proposal ${number}`,
      quantity: '1',
      unitPrice: centsToAmount(baseCents, currency),
      taxRate: rate,
      taxCategory: category,
    }));
}

const asInvoiceItem = ({
  description,
  detail,
  unit,
  quantity,
  unitPrice,
  taxRate,
  taxCategory,
}: InvoiceItem): InvoiceItem => ({
  description,
  detail,
  unit,
  quantity,
  unitPrice,
  taxRate,
  taxCategory,
});

/**
 * Creates the invoices of an accepted proposal's schedule. Issues the parts that are due now, and stores the others as
 * drafts with their date. The parts add up to the proposal's total, in sum and for each tax rate.
 */
export async function invoiceProposal(
  tx: Transaction,
  accepted: {
    proposalId: number;
    number: string;
    content: ProposalContent;
    /** Proposed tax that replaces the tax of the items; null if the items keep their tax. */
    taxProposed: ProposedTax | null;
    buyer: Buyer;
    chosen: readonly number[];
    userId: string;
    companyId: number | null;
    requestId: number;
    /** Billing data entered at acceptance that differs from the client's record. */
    buyerOverrides: BuyerOverrides;
  },
  issuing: Issuing,
): Promise<InvoiceRow[]> {
  const { chosen, number, content, buyer, buyerOverrides, taxProposed } = accepted;
  const { currency, schedule } = content;
  const totals = totalsOf(content, currency, chosen);
  const amounts = scheduleCents(totals.totalCents, schedule, currency);
  const taxes = divideTotals(totals, amounts, currency);
  const isWhole = schedule.length === 1;
  const made: InvoiceRow[] = [];
  const { userId, companyId } = accepted;
  for (const [index, part] of schedule.entries()) {
    if (!amounts[index]) continue;
    const { isNow, scheduledFor } = whenDue(part.due, issuing.context.today);
    const partTotals: TotalsInCents = isWhole ? totals : totalsOfTaxes(taxes[index] ?? []);
    const [draft] = await tx
      .insert(invoices)
      .values({
        userId,
        companyId,
        requestId: accepted.requestId,
        proposalId: accepted.proposalId,
        proposalPart: index,
        buyer,
        buyerOverrides,
        taxProposed,
        clientName: buyer.name,
        clientEmail: buyer.email.toLowerCase(),
        items: isWhole
          ? countedItems(content.items, chosen).map(asInvoiceItem)
          : linesOf(partTotals.taxes, part, content, number),
        discount: isWhole ? content.discount : null,
        totals: partTotals,
        totalCents: partTotals.totalCents,
        currency,
        scheduledFor,
        onCompletion: part.due === 'on_completion',
      })
      .returning();
    if (!draft) throw new Error('an invoice was not stored');
    if (!isNow) made.push(draft);
    else made.push(await issueUnlessHeld(tx, draft, issuing));
  }
  return made;
}
