import { and, eq, gte, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type {
  Buyer,
  BuyerOverrides,
  FrozenVatCheck,
  GivenBuyer,
} from '~/contract/documents/documents-schema';
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
import { accountOf, findClient, lockCompanyOf } from '~/server/features/documents/clients';
import {
  type DocumentContext,
  type DocumentSettings,
  readDocumentContext,
} from '~/server/features/documents/context';
import { checkTotals, completeItems, rejectFields } from '~/server/features/documents/items';
import { differingColumns, followingRecords } from '~/server/features/documents/record-changes';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import { storedVatCheck } from '~/server/features/vat-numbers/vat-checks.service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { InvoiceRow, Transaction } from './invoices.rows';

type Reader = Pick<Database, 'select' | 'insert'>;

type Given = Pick<InvoiceFields, 'clientId' | 'client'>;

type Billed = Pick<InvoiceRow, 'userId' | 'companyId' | 'buyer' | 'buyerOverrides'>;
type Addressed = Billed & Pick<InvoiceRow, 'clientName' | 'clientEmail'>;

/** Returns whether a change names another client than the draft, with both another name and another email. */
const isAnother = ({ client }: Given, before: Addressed | undefined): boolean =>
  client?.email !== undefined &&
  before !== undefined &&
  client.name !== before.clientName &&
  client.email.toLowerCase() !== before.clientEmail;

/**
 * Returns the account for a change; undefined keeps the account of the draft. The account of another client is found by
 * email when the invoice is issued.
 */
const accountNamed = (given: Given, before: Addressed | undefined) =>
  given.clientId === undefined && isAnother(given, before) ? null : given.clientId;

/**
 * Returns the client's fields after a change. Fields that are not given stay as they are in the draft, unless the
 * client changes.
 */
function fieldsAfter(given: Given, before: Addressed | undefined): GivenBuyer | undefined {
  const { client, clientId } = given;
  const isKept = before && (clientId === undefined || clientId === before.userId);
  if (!client || !isKept || isAnother(given, before)) return client;
  return { ...(before.userId ? before.buyerOverrides : before.buyer), ...client };
}

/**
 * Checks a VAT number.
 *
 * @throws BAD_REQUEST if the number belongs to another country, such as a stored number after another country was
 * entered
 */
function checkVatNumber({ vatNumber, country }: BuyerOverrides): void {
  const message = vatNumber && vatNumberIssue(vatNumber, country);
  if (message) rejectFields([{ path: 'client.vatNumber', message }]);
}

/**
 * Returns the entered billing data as it will be issued: with missing fields from the record of the account that has
 * the entered email.
 */
export async function completedBuyer(db: Reader, entered: Buyer): Promise<Buyer> {
  const id = entered.email ? await accountOf(db, entered.email) : null;
  if (!id) return entered;
  const known = await buyerOnRecord(db, id);
  return withOverrides(known, entered);
}

/**
 * Returns the buyer of a draft: the entered fields, with missing ones from the account's record; undefined if there is
 * neither.
 *
 * @throws NOT_FOUND for an unknown client
 */
export async function givenBuyer(
  db: Reader,
  given: Given,
  before?: Addressed,
): Promise<Buyer | undefined> {
  const client = fieldsAfter(given, before);
  const named = accountNamed(given, before);
  const clientId = named === undefined ? before?.userId : named;
  if (!clientId) return client && completedBuyer(db, { ...client, email: client.email ?? '' });
  const account = await findClient(db, clientId);
  const known = await buyerOnRecord(db, account.id);
  return withOverrides(known, client ?? {});
}

/** Returns the buyer that a stored draft would have if it was issued now; undefined if the account was deleted. */
async function currentBuyer(db: Reader, draft: Billed): Promise<Buyer | undefined> {
  const { userId, companyId, buyer, buyerOverrides } = draft;
  if (!userId) return completedBuyer(db, buyer);
  const account = await findClient(db, userId, { alsoDeleted: true });
  if (account.deletedAt !== null) return undefined;
  return withOverrides(await recordOf(db, { userId, companyId }), buyerOverrides);
}

/** Buyer who determines the tax of items without an entered tax. */
export interface TaxedBuyer {
  buyer: Buyer | undefined;
  check: VatCheckStatus | undefined;
}

/** Returns the buyer of a stored draft with the last check of its VAT number. */
export async function taxedBuyerOf(db: Reader, draft: Billed) {
  const buyer = (await currentBuyer(db, draft)) ?? draft.buyer;
  const vatCheck: FrozenVatCheck | null = (await storedVatCheck(db, buyer)) ?? null;
  return { buyer, vatCheck, check: vatCheck?.status };
}

/**
 * Returns the buyer's columns of a draft; undefined if no buyer was entered. Entered fields that
 * are missing in an account's record are added to the record. Fields that differ from the record
 * apply only to the document.
 *
 * @throws NOT_FOUND for an unknown client
 */
export async function buyerFields(tx: Transaction, actor: Actor, given: Given, before?: Addressed) {
  const client = fieldsAfter(given, before);
  const named = accountNamed(given, before);
  const isTyped = given.clientId === undefined && (named === null || !before?.userId);
  // A draft for the email of an existing account uses the account's record from the first save.
  const found = isTyped && client?.email ? await accountOf(tx, client.email) : null;
  const clientId = found ?? named;
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
  const buyer = known
    ? withOverrides(known, buyerOverrides)
    : client && { ...client, email: client.email ?? '' };
  if (!buyer) return undefined;
  if (client) checkVatNumber(buyer);
  return {
    ...(clientId !== undefined && { userId: account?.id ?? null, companyId }),
    // A draft that now names another client no longer counts as brought by a member, because members who leave take
    // along only their own records.
    ...(clientId !== undefined && clientId !== before?.userId && { broughtById: null }),
    buyer,
    buyerOverrides,
    clientName: buyer.name,
    clientEmail: buyer.email.toLowerCase(),
  };
}

/**
 * Returns the columns of items. Items without a tax, or with the tax that their form proposed, get the currently proposed
 * tax.
 *
 * @throws BAD_REQUEST that names the fields
 */
export function amountFields(
  given: NonNullable<InvoiceFields['items']>,
  {
    currency,
    discount,
    proposedTax,
  }: {
    currency: string;
    discount?: Discount | null | undefined;
    proposedTax?: ProposedTax | undefined;
  },
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  taxed: TaxedBuyer,
) {
  const defaults = itemDefaultsOf(context, currency, taxed.buyer, taxed.check);
  const taxProposed = proposedFor(context, taxed);
  const items = followTax(completeItems(given, defaults), proposedTax ?? taxProposed, taxProposed);
  return { ...sumFields([...items], currency, discount ?? null), taxProposed };
}

/** Returns the proposed tax for a buyer. */
export const proposedFor = (
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  { buyer, check }: TaxedBuyer,
): ProposedTax => {
  const { taxCategory, taxRate } = itemDefaultsOf(context, '', buyer, check).proposed;
  return { taxCategory, taxRate };
};

/** Returns the columns of items after their client's tax has changed. Changes only items that have the proposed tax. */
function followedFields(
  { items, discount, totals, taxProposed }: Omit<TaxedItems, 'totalCents'>,
  currency: string,
  proposed: ProposedTax,
): TaxedItems {
  const before = taxProposed ?? proposed;
  const followed = followTax(items, before, proposed);
  const { totalCents } = totals;
  if (followed === items) return { items, discount, totals, totalCents, taxProposed: proposed };
  return { ...sumFields([...followed], currency, discount), taxProposed: proposed };
}

type TaxedItems = Pick<InvoiceRow, 'items' | 'discount' | 'totals' | 'totalCents' | 'taxProposed'>;

/**
 * Returns a draft as it would be issued now, with the buyer from the client's record and the tax for this buyer. A
 * draft for a payment of a plan stays as it was paid, and a draft of a deleted account as it was stored.
 */
export async function currentDraft<Row extends InvoiceRow>(
  db: Reader,
  draft: Row,
  context: Pick<DocumentContext, 'tax' | 'seller'>,
): Promise<Row> {
  const buyer = draft.stripeInvoiceId ? undefined : await currentBuyer(db, draft);
  if (!buyer) return draft;
  const check = await storedVatCheck(db, buyer);
  return {
    ...draft,
    buyer,
    clientName: buyer.name,
    clientEmail: buyer.email.toLowerCase(),
    ...followedFields(draft, draft.currency, proposedFor(context, { buyer, check: check?.status })),
  };
}

const draftsQuery = sql`select user_id, company_id, client_email from invoices where status = 'draft'`;

/**
 * Creates a function that updates the stored clients and totals of drafts, so that lists show the
 * same values as the opened drafts.
 */
export const followingDrafts = (db: Database, settings: DocumentSettings) =>
  followingRecords(db, draftsQuery, async (changedSince) => {
    const isDraft = eq(invoices.status, 'draft');
    const context = await readDocumentContext(settings);
    const drafts = await db
      .select()
      .from(invoices)
      .where(and(isDraft, gte(invoices.updatedAt, changedSince)));
    for (const draft of drafts) {
      const now = await currentDraft(db, draft, context);
      const changes = differingColumns(draft, now, [
        'clientName',
        'clientEmail',
        'totalCents',
        // Without an account, the draft is the only place where the entered buyer is stored, so the buyer must not be
        // overwritten.
        ...(draft.userId ? (['buyer'] as const) : []),
      ]);
      if (!changes) continue;
      // Skips a draft whose client was saved while this call ran. The next call handles it.
      const isSeen = sql`${invoices.buyer} = ${JSON.stringify(draft.buyer)}::jsonb
        and ${invoices.userId} is not distinct from ${draft.userId}`;
      await db
        .update(invoices)
        .set(changes)
        .where(and(isDraft, eq(invoices.id, draft.id), isSeen));
    }
  });

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
 * Returns the columns of a draft's amounts after a change; undefined if no amount changed. A new
 * tax of the client applies only to submitted items. Stored items keep their tax, so that the draft
 * is still held if it would be issued for a higher total.
 *
 * @throws BAD_REQUEST that names the fields
 */
export function changedAmounts(
  before: Pick<InvoiceRow, 'items' | 'discount' | 'currency' | 'taxProposed'>,
  fields: Pick<InvoiceFields, 'items' | 'proposedTax' | 'discount' | 'currency'>,
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  taxed: TaxedBuyer,
) {
  const { items, proposedTax, currency = before.currency } = fields;
  if (!items && fields.discount === undefined && currency === before.currency) return undefined;
  const discount = fields.discount === undefined ? before.discount : fields.discount;
  const given = items ?? before.items.map((item) => ({ ...item, taxCategory: categoryOf(item) }));
  const amounts = amountFields(given, { currency, discount, proposedTax }, context, taxed);
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
