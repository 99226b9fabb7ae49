import { AppError } from '~/contract/common/errors';
import {
  fillIn,
  itemsIn,
  type Period,
  periodInWords,
} from '~/contract/recurring-invoices/recurrence';
import type { RecurringAction } from '~/contract/recurring-invoices/recurring-invoices';
import { addDocumentEvent } from '~/server/features/documents/events';
import { buyerFields, insertDraft, sumFields } from '~/server/features/invoices/draft-fields';
import type { InvoiceRow } from '~/server/features/invoices/invoices.rows';
import { type Issuing, issueDraft } from '~/server/features/invoices/issue';
import type { RecurringRow, Transaction } from './recurring-invoices.rows';

export const clientIsGone = 'The client was deleted';

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
  const draft = await insertDraft(tx, {
    ...(await currentBuyer(tx, row)),
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
