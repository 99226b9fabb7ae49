import { eq } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { addDays } from '~/contract/common/dates';
import type { Due } from '~/contract/documents/documents';
import type { Buyer, PaidBy } from '~/contract/documents/documents-schema';
import {
  countedItems,
  divideTotals,
  scheduleCents,
  type TaxSum,
  type TotalsInCents,
  totalsOf,
  totalsOfTaxes,
} from '~/contract/documents/money';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { ProposalContent, SchedulePart } from '~/contract/proposals/proposal-content';
import { companyBuyerOf, profileBuyerOf } from '~/server/features/companies/billing-profile';
import { rejectUnsendable } from '~/server/features/companies/membership';
import { ensureClient, findClient, lockCompanyOf } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { addDocumentEvent } from '~/server/features/documents/events';
import { rejectFields } from '~/server/features/documents/items';
import type { DocumentLinks } from '~/server/features/documents/links';
import { takeInvoiceNumber } from '~/server/features/documents/numbers';
import { printedOf } from '~/server/features/documents/printed';
import { vatCheckAtIssue } from '~/server/features/vat-numbers/vat-checks.service';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { InvoiceEmails } from './emails';
import type { InvoiceRow, Transaction } from './invoices.rows';
import { settleInvoice } from './settle';

/** What issuing takes, read before the transaction. */
export interface Issuing {
  context: DocumentContext;
  emails: InvoiceEmails;
  links: DocumentLinks;
}

/**
 * Issues a draft whose row is locked: number, seller, dates and client are set for good, and the client gets the link. The
 * number is taken last but for the email, since its series stays locked until the commit.
 *
 * @param paidBy for a payment of a plan, which is paid already: its email tells of the payment
 */
export async function issueDraft(
  tx: Transaction,
  draft: InvoiceRow,
  { context, emails, links }: Issuing,
  author = '',
  paidBy?: PaidBy,
): Promise<InvoiceRow> {
  if (draft.items.length === 0) {
    rejectFields([{ path: 'items', message: 'The invoice needs an item' }]);
  }
  const { today, sales, seller } = context;
  const userId = draft.userId ?? (await ensureClient(tx, draft.buyer)).id;
  const companyId = draft.companyId ?? (await lockCompanyOf(tx, userId));
  if (!paidBy) await rejectUnsendable(tx, { ...draft, companyId });
  const linked = await links.mailed(tx, 'invoice', draft.id);
  const number = await takeInvoiceNumber(tx, sales.series, today);
  const [issued] = await tx
    .update(invoices)
    .set({
      status: 'open',
      number,
      userId,
      seller,
      printed: printedOf(draft.totals, context, paidBy),
      vatCheck: await vatCheckAtIssue(tx, draft.buyer),
      issueDate: today,
      dueDate: paidBy ? today : (draft.dueDate ?? addDays(today, sales.paymentDays)),
      updatedAt: new Date(),
    })
    .where(eq(invoices.id, draft.id))
    .returning();
  if (!issued) throw new Error('an invoice that is locked is gone');
  await addDocumentEvent(tx, { invoiceId: draft.id }, 'issued', { text: number, author });
  if (paidBy) return issued;
  await emails.issued(tx, issued, linked);
  return issued.totalCents === 0 ? settleInvoice(tx, issued) : issued;
}

/** When a part of a schedule is issued: now, on a date, or once the work is completed. */
function whenDue(due: Due, today: string): { isNow: boolean; scheduledFor: string | null } {
  if (due === 'on_acceptance') return { isNow: true, scheduledFor: null };
  if (due === 'on_completion') return { isNow: false, scheduledFor: null };
  const date = 'days' in due ? addDays(today, due.days) : due.date;
  return date <= today ? { isNow: true, scheduledFor: null } : { isNow: false, scheduledFor: date };
}

/** One line for each rate of a part of a proposal. */
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

/** The billing profile of whoever accepted: of the company, also where its mailbox did. */
async function acceptedBuyerOf(
  tx: Transaction,
  { userId, companyId }: { userId: string; companyId: number | null },
): Promise<Buyer | undefined> {
  if (companyId === null) return profileBuyerOf(tx, userId);
  const payer = await findClient(tx, userId);
  return companyBuyerOf(tx, companyId, payer.companyId === companyId ? payer : undefined);
}

/**
 * Makes the invoices of an accepted proposal's schedule: what is due now is issued, the others are drafts with their date. Together
 * they come to the proposal's total, also for each tax rate.
 */
export async function invoiceProposal(
  tx: Transaction,
  accepted: {
    proposalId: number;
    number: string;
    content: ProposalContent;
    chosen: readonly number[];
    userId: string;
    companyId: number | null;
    requestId: number;
  },
  issuing: Issuing,
): Promise<InvoiceRow[]> {
  const { content, chosen, number } = accepted;
  const { currency, schedule, client } = content;
  const totals = totalsOf(content, currency, chosen);
  const amounts = scheduleCents(totals.totalCents, schedule, currency);
  const taxes = divideTotals(totals, amounts, currency);
  const isWhole = schedule.length === 1;
  const made: InvoiceRow[] = [];
  const { userId, companyId } = accepted;
  const buyer = (await acceptedBuyerOf(tx, accepted)) ?? client;
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
    made.push(isNow ? await issueDraft(tx, draft, issuing) : draft);
  }
  return made;
}
