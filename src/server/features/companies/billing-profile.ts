import { and, desc, eq, or } from 'drizzle-orm';

import type { Buyer, ElectronicAddress } from '~/contract/documents/documents-schema';
import { normalVatNumber } from '~/contract/documents/tax-words';
import { memberStateOf } from '~/contract/documents/vat-numbers';
import { findClient, shownName } from '~/server/features/documents/clients';
import { isNotDeleted } from '~/server/features/proposals/proposals.rows';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { billingProfiles } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { companyNotFound, payerOf, type UserRow } from './membership';

type Reader = Pick<Database, 'select' | 'insert'>;

interface Profile {
  company: string;
  vatNumber: string;
  address: string;
  postcode: string;
  city: string;
  country: string;
  buyerReference: string;
  electronicAddress?: ElectronicAddress | null;
}

/** What is empty is left out, as forms leave it out. */
function buyerOf(person: { name: string; email: string }, profile: Profile): Buyer {
  const { vatNumber: number, ...rest } = profile;
  const normal = normalVatNumber(number);
  // The field takes any number of a tax office: those of a member state are VAT numbers, and can be checked.
  const numbers = memberStateOf(normal) ? { vatNumber: normal } : { taxNumber: number };
  const filled = Object.entries({ ...rest, ...numbers }).filter(([, value]) => value);
  return { ...person, ...Object.fromEntries(filled) };
}

/**
 * The billing profile of a company, in the name of a member.
 *
 * @param member undefined for the company's own mailbox
 */
export async function companyBuyerOf(
  db: Reader,
  companyId: number,
  member: UserRow | undefined,
): Promise<Buyer> {
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId));
  if (!company) throw companyNotFound();
  const { vatNumber, address, postcode, city, country, buyerReference, electronicAddress } =
    company;
  // Members who may not see a document get no email with its link.
  const payer = await payerOf(db, companyId, member?.id ?? null);
  const email = company.email || (payer ?? member)?.email || '';
  return buyerOf(
    { name: member ? shownName(member) : company.name, email },
    {
      ...{ vatNumber, address, postcode, city, country, buyerReference, electronicAddress },
      company: company.name,
    },
  );
}

/** The billing profile of a client: of the company, else their own; undefined where neither was written. */
export async function profileBuyerOf(db: Reader, clientId: string): Promise<Buyer | undefined> {
  const client = await findClient(db, clientId, { alsoDeleted: true });
  if (client.companyId !== null) return companyBuyerOf(db, client.companyId, client);
  const [own] = await db.select().from(billingProfiles).where(eq(billingProfiles.userId, clientId));
  if (!own) return undefined;
  const { userId: _, updatedAt: __, name: billedName, email, ...profile } = own;
  return buyerOf({ name: billedName, email: email || client.email }, profile);
}

/**
 * What the next invoice of a client begins with: the billing profile; without one the billing data of the newest invoice, drafts included;
 * without any, those of the newest proposal, else name and email of the account.
 *
 * @throws NOT_FOUND for an unknown client
 */
export async function nextBuyerOf(db: Reader, clientId: string): Promise<Buyer> {
  const profile = await profileBuyerOf(db, clientId);
  if (profile) return profile;
  const client = await findClient(db, clientId, { alsoDeleted: true });
  const email = client.email.toLowerCase();
  const [invoice] = await db
    .select({ buyer: invoices.buyer })
    .from(invoices)
    .where(or(eq(invoices.userId, clientId), eq(invoices.clientEmail, email)))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(1);
  if (invoice) return invoice.buyer;
  const [proposal] = await db
    .select({ content: proposals.content })
    .from(proposals)
    .where(and(isNotDeleted, or(eq(proposals.userId, clientId), eq(proposals.clientEmail, email))))
    .orderBy(desc(proposals.createdAt), desc(proposals.id))
    .limit(1);
  const named = proposal?.content.client;
  if (named?.name && named.email) return named;
  return { name: shownName(client), email };
}
