import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Buyer, BuyerOverrides, FrozenVatCheck } from '~/contract/documents/documents-schema';
import { type Discount, totalsOf } from '~/contract/documents/money';
import { followTax, type ProposedTax } from '~/contract/documents/tax';
import { categoryOf } from '~/contract/documents/tax-categories';
import { type VatCheckStatus, vatNumberIssue } from '~/contract/documents/vat-numbers';
import type { InvoiceItem } from '~/contract/invoices/invoice-item';
import type { InvoiceFields } from '~/contract/invoices/invoices-schema';
import {
  buyerOnRecord,
  fillRecord,
  overridesOf,
  recordOf,
  withOverrides,
} from '~/server/features/companies/billing-profile';
import { findClient, lockCompanyOf } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { checkTotals, completeItems, rejectFields } from '~/server/features/documents/items';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import { storedVatCheck, type VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { InvoiceRow, Transaction } from './invoices.rows';

type Reader = Pick<Database, 'select' | 'insert'>;

type Given = Pick<InvoiceFields, 'clientId' | 'client'>;

type Addressed = Pick<InvoiceRow, 'userId' | 'companyId' | 'clientName' | 'clientEmail'>;

/**
 * Returns the account for a change: undefined keeps the account of the draft. Another name with another email is another
 * client, whose account is found by the email when the invoice is issued.
 */
function accountNamed({ clientId, client }: Given, before: Addressed | undefined) {
  if (clientId !== undefined || !client || !before) return clientId;
  const isAnother =
    client.name !== before.clientName && client.email.toLowerCase() !== before.clientEmail;
  return isAnother ? null : undefined;
}

/**
 * Checks a VAT number.
 *
 * @throws BAD_REQUEST if it belongs to another country, such as a number on record when another country is entered
 */
function checkVatNumber({ vatNumber, country }: BuyerOverrides): void {
  const message = vatNumber && vatNumberIssue(vatNumber, country);
  if (message) rejectFields([{ path: 'client.vatNumber', message }]);
}

/**
 * Returns the buyer of a draft: the entered fields, completed from the account's record; undefined if there is neither.
 *
 * @throws NOT_FOUND for an unknown client
 */
export async function givenBuyer(
  db: Reader,
  given: Given,
  before?: Addressed,
): Promise<Buyer | undefined> {
  const { client } = given;
  const named = accountNamed(given, before);
  const clientId = named === undefined ? before?.userId : named;
  if (!clientId) return client;
  const account = await findClient(db, clientId);
  return withOverrides(await buyerOnRecord(db, account.id), client ?? {});
}

/** Returns a buyer with the check of its VAT number. The check is requested here, before a transaction begins. */
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

/**
 * Returns the columns of the buyer; none if no buyer was entered. Entered fields that an account's record lacks are added
 * to the record; fields that differ from the record only apply to the document.
 *
 * @throws NOT_FOUND for an unknown client
 */
export async function buyerFields(tx: Transaction, actor: Actor, given: Given, before?: Addressed) {
  const { client } = given;
  const clientId = accountNamed(given, before);
  const userId = clientId === undefined ? (before?.userId ?? null) : clientId;
  if (!client && !clientId) return undefined;
  const account = userId ? await findClient(tx, userId) : undefined;
  const isKept = clientId === undefined && before?.companyId != null;
  const companyId = isKept
    ? before.companyId
    : account
      ? await lockCompanyOf(tx, account.id)
      : null;
  const owner = account && { userId: account.id, companyId };
  const known = owner && (await fillRecord(tx, actor, owner, client ?? {}, 'an invoice'));
  const buyerOverrides = known && client ? overridesOf(known, client) : {};
  const buyer = known ? withOverrides(known, buyerOverrides) : client;
  if (!buyer) return undefined;
  if (client) checkVatNumber(buyer);
  return {
    ...(clientId !== undefined && { userId: account?.id ?? null, companyId }),
    buyer,
    buyerOverrides,
    clientName: buyer.name,
    clientEmail: buyer.email.toLowerCase(),
  };
}

/** Returns the columns of items. Items without a tax get the proposed one. @throws BAD_REQUEST that names the fields */
export function amountFields(
  given: NonNullable<InvoiceFields['items']>,
  { currency, discount }: { currency: string; discount?: Discount | null | undefined },
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  taxed: { buyer: Buyer | undefined; check: VatCheckStatus | undefined },
) {
  const defaults = itemDefaultsOf(context, currency, taxed.buyer, taxed.check);
  return {
    ...sumFields(completeItems(given, defaults), currency, discount ?? null),
    taxProposed: proposedFor(context, taxed),
  };
}

/** Returns the proposed tax for a buyer. */
export const proposedFor = (
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  { buyer, check }: { buyer: Buyer | undefined; check: VatCheckStatus | undefined },
): ProposedTax => {
  const { taxCategory, taxRate } = itemDefaultsOf(context, '', buyer, check).proposed;
  return { taxCategory, taxRate };
};

/** Returns the columns of items after their client's tax has changed. Items with the proposed tax change with it. */
function followedFields(
  { items, discount, totals, totalCents, taxProposed }: TaxedItems,
  currency: string,
  proposed: ProposedTax,
): TaxedItems {
  const before = taxProposed ?? proposed;
  const followed = followTax(items, before, proposed);
  if (followed === items) return { items, discount, totals, totalCents, taxProposed: proposed };
  return { ...sumFields([...followed], currency, discount), taxProposed: proposed };
}

type TaxedItems = Pick<InvoiceRow, 'items' | 'discount' | 'totals' | 'totalCents' | 'taxProposed'>;

/**
 * Returns a draft as it would be issued now: the buyer follows the client's record, and the tax follows the buyer. A draft
 * for a payment of a plan stays as it was paid, and a draft of a deleted account as it was stored.
 */
export async function currentDraft<Row extends InvoiceRow>(
  db: Reader,
  draft: Row,
  context: Pick<DocumentContext, 'tax' | 'seller'>,
): Promise<Row> {
  if (draft.stripeInvoiceId) return draft;
  const following = async (buyer: Buyer) => {
    const check = await storedVatCheck(db, buyer);
    return followedFields(
      draft,
      draft.currency,
      proposedFor(context, { buyer, check: check?.status }),
    );
  };
  if (!draft.userId) return { ...draft, ...(await following(draft.buyer)) };
  const account = await findClient(db, draft.userId, { alsoDeleted: true });
  if (account.deletedAt !== null) return draft;
  const buyer = withOverrides(
    await recordOf(db, { userId: account.id, companyId: draft.companyId }),
    draft.buyerOverrides,
  );
  return {
    ...draft,
    buyer,
    clientName: buyer.name,
    clientEmail: buyer.email.toLowerCase(),
    ...(await following(buyer)),
  };
}

/** Returns the columns of complete items. @throws BAD_REQUEST if their totals are too high or negative */
export function sumFields(
  items: InvoiceItem[],
  currency: string,
  discount: Discount | null = null,
) {
  checkTotals({ items, discount }, currency);
  const totals = totalsOf({ items, discount }, currency);
  return { items, discount, totals, totalCents: totals.totalCents };
}

/**
 * Returns the columns of a draft's amounts after a change; none if no amount changed. Only submitted items adopt another
 * tax of the client. Stored items keep theirs, so that the draft is still held if it would be issued for more.
 *
 * @throws BAD_REQUEST that names the fields
 */
export function changedAmounts(
  before: Pick<InvoiceRow, 'items' | 'discount' | 'currency' | 'taxProposed'>,
  fields: Pick<InvoiceFields, 'items' | 'discount' | 'currency'>,
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  taxed: { buyer: Buyer | undefined; check: VatCheckStatus | undefined },
) {
  const { items, currency = before.currency } = fields;
  if (!items && fields.discount === undefined && currency === before.currency) return undefined;
  const discount = fields.discount === undefined ? before.discount : fields.discount;
  const given = items ?? before.items.map((item) => ({ ...item, taxCategory: categoryOf(item) }));
  const amounts = amountFields(given, { currency, discount }, context, taxed);
  return { ...amounts, currency, ...(!items && { taxProposed: before.taxProposed }) };
}

export async function insertDraft(
  tx: Transaction,
  values: typeof invoices.$inferInsert,
): Promise<InvoiceRow> {
  const [row] = await tx.insert(invoices).values(values).returning();
  if (!row) throw new Error('an invoice was not stored');
  return row;
}

/** Checks that a request exists. @throws NOT_FOUND */
export async function checkRequest(tx: Transaction, requestId: number | null | undefined) {
  if (!requestId) return;
  const [row] = await tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, requestId));
  if (!row) throw new AppError('NOT_FOUND', 'Service request not found');
}
