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
 * Issues a draft whose row is locked: freezes number, seller, dates and client, and emails the link to the client. The
 * number is assigned as late as possible, because its series stays locked until the commit.
 *
 * @param paidBy for a payment of a plan, which is already paid: the email reports the payment
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
 * Returns the draft with the account of its client. A missing account is created, and data that the client's record lacks
 * is added to it. A client without an email has no account.
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

/** Makes other drafts with the same typed email follow the account that an issued one found or created. */
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
    // A locked draft is being changed or issued, and finds the account itself.
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
 * Holds a draft that should have been issued automatically, so that an admin checks it first. The draft keeps its date, and is
 * issued once the reason no longer applies.
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

/** Returns whether the tax has changed since a draft was accepted or saved, so that it would be issued for more. */
export const isDearerNow = (
  draft: Pick<InvoiceRow, 'totals'>,
  now: Pick<InvoiceRow, 'totalCents'>,
): boolean => now.totalCents > draft.totals.totalCents;

/**
 * Returns whether the tax settings have changed since the draft was last changed, and now propose another tax than the one
 * of its items.
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
 * Returns a draft as it would be issued now, and why it must not be issued automatically: the settings propose another tax, no
 * member of its company could open it, billing data that the seller's law or the tax requires is missing, or it would be issued for more
 * than the client accepted.
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

/** Returns a draft with the total and the client's name as it would be issued now. */
export const namedNow = (draft: InvoiceRow, now: InvoiceRow): InvoiceRow => ({
  ...draft,
  totalCents: now.totalCents,
  clientName: now.clientName,
});

/** Issues a draft automatically, or holds it. Notifies the agency of an invoice that it has to send itself. */
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

/** Returns one line for each tax rate in a part of a proposal. */
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
 * Creates the invoices of an accepted proposal's schedule. Parts that are due now are issued, the others are stored as
 * drafts with their date. Together they add up to the proposal's total, also for each tax rate.
 */
export async function invoiceProposal(
  tx: Transaction,
  accepted: {
    proposalId: number;
    number: string;
    content: ProposalContent;
    /** Proposed tax with which the items change; null if they keep theirs. */
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
