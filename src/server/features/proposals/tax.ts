import {
  isAddressRequired,
  missingBilling,
  needsVatNumber,
} from '~/contract/documents/billing-address';
import type { BuyerOverrides } from '~/contract/documents/documents-schema';
import {
  followTax,
  isBusiness,
  type ProposedTax,
  type TaxProposal,
} from '~/contract/documents/tax';
import { isInEu } from '~/contract/documents/vat-numbers';
import type { ProposalContent } from '~/contract/proposals/proposal-content';
import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import {
  buyerOnRecord,
  companyBuyerOf,
  overridesOf,
  withOverrides,
} from '~/server/features/companies/billing-profile';
import { accountOf } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import { storedVatCheck } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import type { ProposalRow } from './proposals.rows';

type Reader = Pick<Database, 'select' | 'insert'>;
type Context = Pick<DocumentContext, 'tax' | 'seller'>;

/** Client of a proposal: the account if it is known, or else the account with the email. */
export interface Addressed {
  userId: string | null;
  companyId: number | null;
  client: ProposalContent['client'];
}

/** Returns the billing record of a proposal's client. If the record has no company, adds the one that the proposal names. */
export async function taxedBuyerOf(db: Reader, addressed: Addressed): Promise<BuyerOverrides> {
  const { userId, companyId, client } = addressed;
  const id = userId ?? (client.email ? await accountOf(db, client.email) : null);
  const known: BuyerOverrides =
    companyId !== null
      ? await companyBuyerOf(db, companyId, undefined)
      : id === null
        ? {}
        : await buyerOnRecord(db, id);
  return known.company ? known : { ...known, company: client.company };
}

/** Returns the billing record of a proposal's client, completed with the billing data that the client enters. */
export async function billedBuyerOf(
  db: Reader,
  { userId, companyId, content: { client } }: Pick<ProposalRow, 'userId' | 'companyId' | 'content'>,
  billing: BuyerOverrides = {},
): Promise<BuyerOverrides> {
  const known = await taxedBuyerOf(db, { userId, companyId, client });
  const { name, email } = client;
  return withOverrides({ name, email, ...known }, overridesOf({ name, email, ...known }, billing));
}

/**
 * Returns the billing data that the law of the seller's country requires on the invoices of a proposal, and that is not
 * stored yet.
 */
export async function billingAskedFor(
  db: Reader,
  { seller }: Context,
  row: Pick<ProposalRow, 'userId' | 'companyId' | 'content'>,
): Promise<ClientProposal['asksFor']> {
  const isTaxMoved = needsVatNumber(row.content.items);
  if (!isAddressRequired(seller.country) && !isTaxMoved) return [];
  const buyer = await billedBuyerOf(db, row);
  const needsNumber =
    !buyer.vatNumber && (isTaxMoved || (isInEu(seller.country) && isBusiness(buyer)));
  const needsAddress = missingBilling(seller, buyer).length > 0;
  return [
    ...(needsAddress ? (['address'] as const) : []),
    ...(needsNumber ? (['vatNumber'] as const) : []),
  ];
}

/** Returns the proposed tax for the client of a proposal, with the reason. VAT numbers count as last checked. */
export async function taxOfProposal(
  db: Reader,
  context: Context,
  addressed: Addressed,
): Promise<TaxProposal> {
  return taxOfBuyer(db, context, await taxedBuyerOf(db, addressed));
}

/** Returns the proposed tax for given billing data, with the reason. */
export async function taxOfBuyer(
  db: Reader,
  context: Context,
  buyer: BuyerOverrides,
): Promise<TaxProposal> {
  const check = await storedVatCheck(db, buyer);
  return itemDefaultsOf(context, '', buyer, check?.status).proposed;
}

/** Returns the content with the proposed tax for its client. Only items with the previously proposed tax change. */
export const taxedContent = <Content extends Pick<ProposalContent, 'items'>>(
  content: Content,
  before: ProposedTax | null,
  now: ProposedTax,
): Content => ({ ...content, items: [...followTax(content.items, before ?? now, now)] });

/**
 * Returns a draft as it would be sent now: with the agency's current address and the proposed tax for its client. Returns
 * other proposals unchanged.
 */
export async function currentProposal(
  db: Reader,
  row: ProposalRow,
  context: Context,
): Promise<ProposalRow> {
  if (row.status !== 'draft') return row;
  const { client } = row.content;
  const taxProposed = await taxOfProposal(db, context, {
    userId: row.userId,
    companyId: row.companyId,
    client,
  });
  const content = { ...row.content, seller: context.seller };
  return { ...row, content: taxedContent(content, row.taxProposed, taxProposed), taxProposed };
}
