import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Buyer, FrozenVatCheck } from '~/contract/documents/documents-schema';
import { type Discount, totalsOf } from '~/contract/documents/money';
import { categoryOf } from '~/contract/documents/tax-categories';
import type { VatCheckStatus } from '~/contract/documents/vat-numbers';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { InvoiceFields } from '~/contract/invoices/invoices-schema';
import { nextBuyerOf } from '~/server/features/companies/billing-profile';
import { findClient, lockCompanyOf } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { checkTotals, completeItems } from '~/server/features/documents/items';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { InvoiceRow, Transaction } from './invoices.rows';

type Reader = Pick<Database, 'select' | 'insert'>;

/** Who a draft is for, as it is given: the buyer's details, else those of the account. @throws NOT_FOUND for an unknown client */
export async function givenBuyer(
  db: Reader,
  { clientId, client }: Pick<InvoiceFields, 'clientId' | 'client'>,
): Promise<Buyer | undefined> {
  if (client) return client;
  if (!clientId) return undefined;
  const account = await findClient(db, clientId);
  return nextBuyerOf(db, account.id);
}

/** A buyer with the check of its VAT number, which is asked for: before a transaction begins. */
export async function taxedBuyerOf(
  vatChecks: Pick<VatChecks, 'of'>,
  buyer: Buyer | undefined,
): Promise<{
  buyer: Buyer | undefined;
  vatCheck: FrozenVatCheck | null;
  check: VatCheckStatus | undefined;
}> {
  const vatCheck = (buyer && (await vatChecks.of(buyer))) ?? null;
  return { buyer, vatCheck, check: vatCheck?.status };
}

/** The columns of the buyer; nothing where none is given. */
export async function buyerFields(tx: Reader, fields: Pick<InvoiceFields, 'clientId' | 'client'>) {
  const { clientId } = fields;
  const account = clientId ? await findClient(tx, clientId) : undefined;
  // Locked before the buyer is read, which may be addressed to another member.
  const companyId = account ? await lockCompanyOf(tx, account.id) : null;
  const buyer = await givenBuyer(tx, fields);
  return (
    buyer && {
      buyer,
      ...(clientId !== undefined && { userId: account?.id ?? null, companyId }),
      clientName: buyer.name,
      clientEmail: buyer.email.toLowerCase(),
    }
  );
}

/** The columns of items, with the tax that fits where they say nothing of it. @throws BAD_REQUEST that names the fields */
export function amountFields(
  given: NonNullable<InvoiceFields['items']>,
  { currency, discount }: { currency: string; discount?: Discount | null | undefined },
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  taxed: { buyer: Buyer | undefined; check: VatCheckStatus | undefined },
) {
  const defaults = itemDefaultsOf(context, currency, taxed.buyer, taxed.check);
  return sumFields(completeItems(given, defaults), currency, discount ?? null);
}

/** The columns of items that are complete. @throws BAD_REQUEST where their sums are too high or below zero */
export function sumFields(
  items: InvoiceItem[],
  currency: string,
  discount: Discount | null = null,
) {
  checkTotals({ items, discount }, currency);
  const totals = totalsOf({ items, discount }, currency);
  return { items, discount, totals, totalCents: totals.totalCents };
}

/** The columns of a draft's amounts after a change; nothing where none of them changes. @throws BAD_REQUEST that names the fields */
export function changedAmounts(
  before: Pick<InvoiceRow, 'items' | 'discount' | 'currency'>,
  fields: Pick<InvoiceFields, 'items' | 'discount' | 'currency'>,
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  taxed: { buyer: Buyer | undefined; check: VatCheckStatus | undefined },
) {
  const { items, currency = before.currency } = fields;
  if (!items && fields.discount === undefined && currency === before.currency) return undefined;
  const discount = fields.discount === undefined ? before.discount : fields.discount;
  // Items that were stored keep their tax.
  const given = items ?? before.items.map((item) => ({ ...item, taxCategory: categoryOf(item) }));
  return { ...amountFields(given, { currency, discount }, context, taxed), currency };
}

export async function insertDraft(
  tx: Transaction,
  values: typeof invoices.$inferInsert,
): Promise<InvoiceRow> {
  const [row] = await tx.insert(invoices).values(values).returning();
  if (!row) throw new Error('an invoice was not stored');
  return row;
}

/** @throws NOT_FOUND for an unknown request */
export async function checkRequest(tx: Transaction, requestId: number | null | undefined) {
  if (!requestId) return;
  const [row] = await tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId));
  if (!row) throw new AppError('NOT_FOUND', 'Service request not found');
}
