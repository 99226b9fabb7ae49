import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Buyer } from '~/contract/documents/documents-schema';
import { totalsOf } from '~/contract/documents/money';
import type { VatCheckStatus } from '~/contract/documents/tax';
import type { InvoiceFields } from '~/contract/invoices/invoices-schema';
import { nextBuyerOf } from '~/server/features/companies/billing-profile';
import { findClient } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { checkTotals, completeItems } from '~/server/features/documents/items';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import type { Database } from '~/server/platform/db/client';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { Transaction } from './invoices.rows';

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

/** The columns of the buyer; nothing where none is given. */
export async function buyerFields(tx: Reader, fields: InvoiceFields) {
  const { clientId } = fields;
  const account = clientId ? await findClient(tx, clientId) : undefined;
  const buyer = await givenBuyer(tx, fields);
  return (
    buyer && {
      buyer,
      ...(clientId !== undefined && { userId: account?.id ?? null }),
      clientName: buyer.name,
      clientEmail: buyer.email.toLowerCase(),
    }
  );
}

/** The columns of the items; nothing where none are given. */
export function amountFields(
  { items: given }: Pick<InvoiceFields, 'items'>,
  currency: string,
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  taxed: { buyer: Buyer | undefined; check: VatCheckStatus | undefined },
) {
  if (!given) return undefined;
  const items = completeItems(given, itemDefaultsOf(context, currency, taxed.buyer, taxed.check));
  checkTotals({ items }, currency);
  const totals = totalsOf({ items }, currency);
  return { items, totals, totalCents: totals.totalCents };
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
