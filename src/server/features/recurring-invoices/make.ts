import { and, eq, isNull } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Buyer } from '~/contract/documents/documents-schema';
import { followTax } from '~/contract/documents/tax';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import {
  fillIn,
  itemsIn,
  type Period,
  periodInWords,
} from '~/contract/recurring-invoices/recurrence';
import type { RecurringAction } from '~/contract/recurring-invoices/recurring-invoices';
import {
  buyerOnRecord,
  companyBuyerOf,
  overridesOf,
  recordOf,
  withOverrides,
} from '~/server/features/companies/billing-profile';
import { nobodyMayPay } from '~/server/features/companies/company-records';
import { payerOf } from '~/server/features/companies/recipients';
import { ensureClient } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { addDocumentEvent } from '~/server/features/documents/events';
import {
  completedBuyer,
  insertDraft,
  proposedFor,
  sumFields,
} from '~/server/features/invoices/draft-fields';
import type { InvoiceRow } from '~/server/features/invoices/invoices.rows';
import { type Issuing, issueUnlessHeld } from '~/server/features/invoices/issue';
import { storedVatCheck } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import type { RecurringRow, Transaction } from './recurring-invoices.rows';

export const clientIsGone = 'The client was deleted';

/**
 * Returns items with the client's current tax, if they still have the tax that was proposed when
 * they were saved; and the tax that is proposed now.
 */
export async function taxedItems(
  db: Pick<Database, 'select' | 'insert'>,
  { items, taxProposed }: Pick<RecurringRow, 'items' | 'taxProposed'>,
  buyer: Buyer,
  context: DocumentContext,
) {
  const check = await storedVatCheck(db, buyer);
  const now = proposedFor(context, { buyer, check: check?.status });
  return { items: followTax(items, taxProposed ?? now, now), taxProposed: now };
}

/**
 * Checks that an invoice may be created automatically.
 *
 * @throws CONFLICT if an admin chose an item's tax, and the client's tax has changed since then
 */
function rejectChosen({ items }: RecurringRow, followed: readonly InvoiceItem[]): void {
  if (followed === items || !followed.some((item) => items.includes(item))) return;
  throw new AppError(
    'CONFLICT',
    'The client’s country or VAT number was changed, and another tax fits. Please check the items, save, and resume',
  );
}

/** Returns the client as an admin entered them. */
export const enteredBuyer = ({
  clientName,
  clientEmail,
  buyer,
}: Pick<RecurringRow, 'clientName' | 'clientEmail' | 'buyer'>): Buyer => ({
  name: clientName,
  email: clientEmail,
  ...buyer,
});

/**
 * Returns the buyer that the next invoice would have now: the billing profile of the company or the account, with the
 * entered details.
 */
export async function recurringBuyer(
  db: Pick<Database, 'select' | 'insert'>,
  row: Pick<RecurringRow, 'userId' | 'companyId' | 'buyer' | 'clientName' | 'clientEmail'>,
): Promise<Buyer> {
  const { userId, companyId, buyer } = row;
  if (companyId === null && !userId) return completedBuyer(db, enteredBuyer(row));
  const known =
    companyId === null
      ? await buyerOnRecord(db, userId ?? '')
      : await companyBuyerOf(db, companyId, await payerOf(db, companyId, userId));
  return withOverrides(known, buyer ?? {});
}

/**
 * Returns a recurring invoice's client as the next invoice would name it. Without an account, or with a deleted one,
 * uses the stored columns.
 */
export async function shownClient(
  db: Pick<Database, 'select' | 'insert'>,
  row: Pick<RecurringRow, 'userId' | 'companyId' | 'buyer' | 'clientName' | 'clientEmail'>,
): Promise<Pick<RecurringRow, 'clientName' | 'clientEmail'>> {
  const { userId, companyId, clientName, clientEmail } = row;
  const isKept = companyId === null && !(userId && (await clientOrNone(db, userId)));
  if (isKept) return { clientName, clientEmail };
  const { name, email } = await recurringBuyer(db, row);
  return { clientName: name, clientEmail: email.toLowerCase() };
}

/**
 * Returns the client columns of the next invoice.
 *
 * @throws CONFLICT if the client was deleted, or if no member of the company may receive the invoice
 */
async function clientNow(tx: Transaction, row: RecurringRow) {
  const { userId, companyId } = row;
  const buyer = await recurringBuyer(tx, row);
  const client = { buyer, clientName: buyer.name, clientEmail: buyer.email.toLowerCase() };
  if (companyId !== null) {
    const payer = await payerOf(tx, companyId, userId);
    if (!payer && buyer.email === '') throw new AppError('CONFLICT', nobodyMayPay);
    // If no member may see the invoice, the account with the company's billing email becomes the owner.
    const account = payer ?? (await ensureClient(tx, buyer));
    return { ...client, userId: account.id, companyId };
  }
  const account = userId ? await clientOrNone(tx, userId) : undefined;
  const isGone = userId ? account === undefined : row.buyer === null;
  if (isGone) throw new AppError('CONFLICT', clientIsGone);
  return { ...client, userId };
}

async function clientOrNone(tx: Pick<Database, 'select'>, id: string) {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, false), isNull(users.deletedAt)));
  return account;
}

/**
 * Creates the invoice of one period. In the same transaction, the caller must store in the locked recurring invoice
 * that this was done.
 *
 * @param author the admin's name; empty for the job
 * @throws AppError if the invoice cannot be created, with a message for the agency
 */
export async function makeInvoice(
  tx: Transaction,
  row: RecurringRow,
  period: Period,
  issuing: Issuing,
  { action, author = '' }: { action: RecurringAction; author?: string },
): Promise<InvoiceRow> {
  const current = await clientNow(tx, row);
  const followed = await taxedItems(tx, row, current.buyer, issuing.context);
  rejectChosen(row, followed.items);
  // The job uses the stored items. The draft then gets the tax of its client's record when it is issued, and is held if
  // this raises the total.
  const { items, taxProposed } = author === '' ? row : followed;
  const { companyId } = row;
  const owner = current.userId ? { userId: current.userId, companyId } : undefined;
  const known = row.buyer && owner && (await recordOf(tx, owner));
  const buyerOverrides = known ? overridesOf(known, row.buyer ?? {}) : {};
  const draft = await insertDraft(tx, {
    ...current,
    ...(!owner && { buyer: enteredBuyer(row) }),
    buyerOverrides,
    ...sumFields(itemsIn([...items], period), row.currency, row.discount),
    taxProposed,
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
  return action === 'issue' ? issueUnlessHeld(tx, draft, issuing, author) : draft;
}
