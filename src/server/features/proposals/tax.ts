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
import { withOverrides } from '~/server/features/companies/billing-profile';
import type { DocumentContext } from '~/server/features/documents/context';
import { itemDefaultsOf, taxedSellerOf } from '~/server/features/documents/tax-defaults';
import { storedVatCheck } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { type Addressed, addressedOf, currentClient, recordOfClient } from './client';
import { columnsOf, type ProposalRow } from './proposals.rows';

type Reader = Pick<Database, 'select' | 'insert'>;
type Context = Pick<DocumentContext, 'tax' | 'seller'>;

/** Returns the billing record of a proposal's client, with the proposal's own name, company and country. */
export async function taxedBuyerOf(db: Reader, addressed: Addressed): Promise<BuyerOverrides> {
  const { client, clientOverrides } = addressed;
  const known = await recordOfClient(db, addressed);
  const { company, country } = client;
  return known ? withOverrides(known, clientOverrides) : { company, country };
}

type Billed = Pick<ProposalRow, 'userId' | 'companyId' | 'content' | 'clientOverrides'>;

/** Returns the billing record of a proposal's client, with the billing data that the client has entered. */
export async function billedBuyerOf(
  db: Reader,
  row: Billed,
  billing: BuyerOverrides = {},
): Promise<BuyerOverrides> {
  const known = await taxedBuyerOf(db, addressedOf(row));
  const { name, email } = row.content.client;
  return withOverrides({ name, email, ...known }, billing);
}

/**
 * Returns the billing data that the invoices of a proposal require, by the law of the seller's country or for the tax,
 * and that is not stored yet.
 */
export async function billingAskedFor(
  db: Reader,
  context: Context,
  row: Billed & Pick<ProposalRow, 'taxProposed'>,
): Promise<ClientProposal['asksFor']> {
  const isTaxMoved = needsVatNumber(row.content.items);
  const { country } = context.seller;
  const buyer = await billedBuyerOf(db, row);
  const needsNumber = !buyer.vatNumber && (isTaxMoved || (isInEu(country) && isBusiness(buyer)));
  const { items } = taxedContent(
    row.content,
    row.taxProposed,
    await taxOfBuyer(db, context, buyer),
  );
  const missing = missingBilling(taxedSellerOf(context), buyer, items).map(({ path }) => path);
  const isPlaceMissing = missing.includes('client.address') || missing.includes('client.country');
  const place = isAddressRequired(country) ? ('address' as const) : ('country' as const);
  return [...(isPlaceMissing ? [place] : []), ...(needsNumber ? (['vatNumber'] as const) : [])];
}

/** Returns the proposed tax for the client of a proposal, with the reason. Uses the last check of a VAT number. */
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

/**
 * Returns the content with the proposed tax for its client. Changes only items that have the previously proposed tax.
 */
export const taxedContent = <Content extends Pick<ProposalContent, 'items'>>(
  content: Content,
  before: ProposedTax | null,
  now: ProposedTax,
): Content => ({ ...content, items: [...followTax(content.items, before ?? now, now)] });

/**
 * Returns a draft as it would be sent now: with the agency's current address, its client's current name and company, and the
 * proposed tax. Returns other proposals unchanged.
 */
export async function currentProposal(
  db: Reader,
  row: ProposalRow,
  context: Context,
): Promise<ProposalRow> {
  if (row.status !== 'draft') return row;
  const addressed = addressedOf(row);
  const { client, clientOverrides } = await currentClient(db, addressed);
  const taxProposed = await taxOfProposal(db, context, addressed);
  const content = taxedContent(
    { ...row.content, client, seller: context.seller },
    row.taxProposed,
    taxProposed,
  );
  const { clientEmail } = row;
  return { ...row, ...columnsOf(content), clientEmail, clientOverrides, taxProposed };
}
