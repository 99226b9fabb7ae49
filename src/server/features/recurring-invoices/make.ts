import { AppError } from '~/contract/common/errors';
import type { Buyer } from '~/contract/documents/documents-schema';
import type { TaxedBuyer } from '~/contract/documents/tax';
import {
  fillIn,
  itemsIn,
  type Period,
  periodInWords,
} from '~/contract/recurring-invoices/recurrence';
import type { RecurringAction } from '~/contract/recurring-invoices/recurring-invoices';
import type { DocumentContext } from '~/server/features/documents/context';
import { addDocumentEvent } from '~/server/features/documents/events';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import { buyerFields, insertDraft, sumFields } from '~/server/features/invoices/draft-fields';
import type { InvoiceRow } from '~/server/features/invoices/invoices.rows';
import { type Issuing, issueDraft } from '~/server/features/invoices/issue';
import type { RecurringRow, Transaction } from './recurring-invoices.rows';

export const clientIsGone = 'The client was deleted';

/** What a client's tax depends on. */
export const taxedFacts = ({
  country,
  company,
  isBusiness,
  vatNumber,
}: TaxedBuyer): TaxedBuyer => ({
  country,
  company,
  isBusiness,
  vatNumber,
});

/** @throws CONFLICT where the client has moved, or has another VAT number, and another tax fits it now */
function checkTax({ taxedFor, currency }: RecurringRow, buyer: Buyer, context: DocumentContext) {
  if (!taxedFor) return;
  const [before, now] = [taxedFor, buyer].map(
    (client) => itemDefaultsOf(context, currency, client).proposed,
  );
  if (before?.taxCategory === now?.taxCategory && before?.taxRate === now?.taxRate) return;
  throw new AppError(
    'CONFLICT',
    'The client’s country or VAT number was changed, and another tax fits. Please check the items, save, and resume',
  );
}

/** For whom the next invoice is: of an account as it is now. @throws CONFLICT where the client was deleted */
async function currentBuyer(tx: Transaction, { userId, buyer }: RecurringRow) {
  const billed = userId ? { clientId: userId } : buyer && { client: buyer };
  try {
    const found = billed && (await buyerFields(tx, billed));
    if (found) return found;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The account is found no more: said below.
  }
  throw new AppError('CONFLICT', clientIsGone);
}

/**
 * Makes the invoice of one period, in the transaction in which its recurring invoice, whose row is locked, notes that it is made.
 *
 * @param author the admin's name; empty for the job
 * @throws AppError where it cannot be made, in words for the agency
 */
export async function makeInvoice(
  tx: Transaction,
  row: RecurringRow,
  period: Period,
  issuing: Issuing,
  { action, author = '' }: { action: RecurringAction; author?: string },
): Promise<InvoiceRow> {
  const current = await currentBuyer(tx, row);
  if (action === 'issue') checkTax(row, current.buyer, issuing.context);
  const draft = await insertDraft(tx, {
    ...current,
    ...sumFields(itemsIn(row.items, period), row.currency),
    currency: row.currency,
    serviceFrom: period.from,
    serviceTo: period.to,
    requestId: row.requestId,
    note: fillIn(row.note, period),
    recurringInvoiceId: row.id,
    recurringDay: period.from,
  });
  const text = `by the recurring invoice, for ${periodInWords(period)}`;
  await addDocumentEvent(tx, { invoiceId: draft.id }, 'created', { text, author });
  return action === 'issue' ? issueDraft(tx, draft, issuing, author) : draft;
}
