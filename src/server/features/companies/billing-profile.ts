import { and, eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { BillingChanges } from '~/contract/companies/companies-schema';
import type { Buyer, BuyerOverrides } from '~/contract/documents/documents-schema';
import {
  addedFields,
  addressFields,
  businessFields,
  isFilled,
  isSame,
  missingOf,
  namesAnotherCompany,
} from '~/contract/documents/missing-billing';
import { normalVatNumber } from '~/contract/documents/tax-numbers';
import { memberStateOf, vatNumberIssue } from '~/contract/documents/vat-numbers';
import { findClient, shownName } from '~/server/features/documents/clients';
import { rejectFields } from '~/server/features/documents/items';
import { type Actor, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { billingProfiles } from '~/server/platform/db/schema/identity';
import { forEachKind } from './company-records';
import {
  type CompanyRow,
  companyNotFound,
  type LockedClient,
  lockCompany,
  type Transaction,
  type UserRow,
} from './locks';
import { changeCompany, readdress } from './readdress';
import { receiversOf, recipientOf } from './recipients';

type Reader = Pick<Database, 'select' | 'insert'>;
type Writer = Pick<Database, 'select' | 'insert' | 'update'>;

const overriddenFields = [...addedFields, 'name', 'email', 'buyerReference'] as const;

/** Fields of a billing record that have the same names for a client and for a company. */
const storedFields = [
  ...addressFields,
  'vatNumber',
  'taxNumber',
  'registrationNumber',
  'buyerReference',
  'electronicAddress',
] as const;

type Stored = Pick<typeof companies.$inferSelect, (typeof storedFields)[number]>;

const storedOf = (row: Stored) =>
  Object.fromEntries(storedFields.map((field) => [field, row[field]])) as Stored;

/** Returns billing data without its empty fields, in the form that documents use. */
function buyerOf(
  person: { name: string; email: string },
  profile: Stored & { company: string; isBusiness?: boolean | null },
): Buyer {
  const { vatNumber: number, taxNumber, isBusiness, ...rest } = profile;
  const normal = normalVatNumber(number);
  // The field accepts any tax number. A number that begins with a country code, such as GB, is a VAT number.
  const isVat =
    memberStateOf(normal) || (profile.country !== '' && normal.startsWith(profile.country));
  const numbers = isVat ? { vatNumber: normal, taxNumber } : { taxNumber: taxNumber || number };
  const filled = Object.entries({ ...rest, ...numbers }).filter(([, value]) => value);
  return {
    ...person,
    ...Object.fromEntries(filled),
    ...(typeof isBusiness === 'boolean' && { isBusiness }),
  };
}

/**
 * Returns the billing profile of a company, with a member's name.
 *
 * @param member undefined to use the company's name and email
 */
export async function companyBuyerOf(
  db: Reader,
  companyId: number,
  member: UserRow | undefined,
): Promise<Buyer> {
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId));
  if (!company) throw companyNotFound();
  const receivers = await receiversOf(db, { companyId });
  const owner = { kind: 'invoice', ownerId: member?.id ?? null, typed: null, own: '' } as const;
  const to = recipientOf(owner, receivers);
  // If nobody may receive invoices, the draft still needs an email. Issuing the draft rejects this email.
  const email =
    to === receivers.mailbox ? company.email : (to ?? (company.email || member?.email || ''));
  return buyerOf(
    { name: member ? shownName(member) : company.name, email },
    { ...storedOf(company), company: company.name },
  );
}

export const ownProfileOf = async (db: Reader, clientId: string) => {
  const [own] = await db.select().from(billingProfiles).where(eq(billingProfiles.userId, clientId));
  return own;
};

/**
 * Returns the billing profile of a client's company, or the client's own profile if the company has none; undefined if
 * neither exists.
 */
export async function profileBuyerOf(db: Reader, clientId: string): Promise<Buyer | undefined> {
  const client = await findClient(db, clientId, { alsoDeleted: true });
  const name = shownName(client);
  if (client.companyId !== null) return companyBuyerOf(db, client.companyId, client);
  const own = await ownProfileOf(db, clientId);
  if (!own) return undefined;
  const { company: business, isBusiness } = own;
  return buyerOf(
    { name: own.name || name, email: own.email || client.email },
    { ...storedOf(own), company: business, isBusiness },
  );
}

/**
 * Returns a client's stored billing data, or else the name and email of the account. The client's drafts, proposals and
 * recurring invoices use this data.
 *
 * @throws NOT_FOUND for an unknown client
 */
export async function buyerOnRecord(db: Reader, clientId: string): Promise<Buyer> {
  const profile = await profileBuyerOf(db, clientId);
  if (profile) return profile;
  const client = await findClient(db, clientId, { alsoDeleted: true });
  return { name: shownName(client), email: client.email.toLowerCase() };
}

/**
 * Returns the buyer's fields of a document that differ from the record. A field that was not given follows the record;
 * an empty one is removed from the document. If the document names another company, its given fields never follow the
 * record, even if the values are equal.
 */
export function overridesOf(known: Buyer, given: BuyerOverrides): BuyerOverrides {
  const comparable = (buyer: BuyerOverrides, field: keyof Buyer) =>
    field === 'email' ? buyer.email?.toLowerCase() : buyer[field];
  const isOther = (field: keyof Buyer) =>
    isFilled(given[field])
      ? !isSame(comparable(given, field), comparable(known, field))
      : given[field] !== undefined && isFilled(known[field]);
  // Adding a country to an address without one does not make it another address.
  const isElsewhere = addressFields.some(
    (field) =>
      isFilled(given[field]) && isOther(field) && (field !== 'country' || isFilled(known.country)),
  );
  const ofAddress = isElsewhere ? addressFields : addressFields.filter(isOther);
  const ofBusiness = namesAnotherCompany(known, given)
    ? businessFields.filter((field) => given[field] !== undefined)
    : [];
  const fields = new Set([...overriddenFields.filter(isOther), ...ofAddress, ...ofBusiness]);
  return Object.fromEntries([...fields].map((field) => [field, given[field] ?? '']));
}

/**
 * Returns the buyer of a draft: the record, overridden by the document's own fields. If the document names another
 * company, only name and email follow the record.
 */
export function withOverrides(known: Buyer, overrides: BuyerOverrides): Buyer {
  const followed = namesAnotherCompany(known, overrides)
    ? { name: known.name, email: known.email }
    : known;
  const { name, email, ...merged } = { ...followed, ...overridesOf(known, overrides) };
  const filled = Object.entries(merged).filter(([, value]) => isFilled(value));
  return { name, email, ...Object.fromEntries(filled) };
}

/** Fills in missing billing data from another record of the same business and address. */
export const completedBy = (known: Buyer, given: BuyerOverrides): Buyer => ({
  ...known,
  ...missingOf(known, given),
});

/**
 * Checks the VAT number of a changed record.
 *
 * @param path of the field
 * @throws BAD_REQUEST if the number does not have the format of its country
 */
export function checkRecordVat(
  before: { vatNumber?: string | undefined; country?: string | undefined },
  fields: { vatNumber?: string | undefined; country?: string | undefined },
  path = 'vatNumber',
): void {
  const { vatNumber = '', country } = { ...before, ...fields };
  if (vatNumber === before.vatNumber && country === before.country) return;
  const message = vatNumberIssue(vatNumber, country);
  if (message) rejectFields([{ path, message }]);
}

/** Client or company that a document belongs to. */
interface Owner {
  userId: string;
  companyId: number | null;
}

/** Returns the billing data of a document's company or, without a company, of its client. */
export async function recordOf(db: Reader, { userId, companyId }: Owner): Promise<Buyer> {
  if (companyId === null) return buyerOnRecord(db, userId);
  const client = await findClient(db, userId, { alsoDeleted: true });
  return companyBuyerOf(db, companyId, client.companyId === companyId ? client : undefined);
}

/**
 * Fills in missing fields of a record from a document: of the company's record, or else of the client's own. Overwrites
 * nothing.
 *
 * @param source named in the history, such as 'an invoice'
 * @returns the record afterwards
 */
export async function fillRecord(
  tx: Writer,
  actor: Actor,
  owner: Owner,
  given: BuyerOverrides,
  source: string,
): Promise<Buyer> {
  const { userId, companyId } = owner;
  if (companyId !== null) await lockCompany(tx, companyId);
  const known = await recordOf(tx, owner);
  const { company, isBusiness, ...missing } = missingOf(known, given);
  const client = await findClient(tx, userId, { alsoDeleted: true });
  const added = { ...missing, ...(companyId === null && { company, isBusiness }) };
  const values = Object.fromEntries(Object.entries(added).filter(([, value]) => isFilled(value)));
  if (client.deletedAt !== null || Object.keys(values).length === 0) return known;
  const row = { ...values, updatedAt: new Date() };
  if (companyId === null) {
    await tx
      .insert(billingProfiles)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: billingProfiles.userId, set: row });
  } else {
    await tx.update(companies).set(row).where(eq(companies.id, companyId));
  }
  await recordAudit(tx, actor, {
    action: companyId === null ? 'user.billing_changed' : 'company.updated',
    about: companyId === null ? `user:${userId}` : `company:${companyId}`,
    did: `added billing data of ${shownName(client)} from ${source}`,
    ...changed({}, values),
  });
  return recordOf(tx, owner);
}

/**
 * Changes a client's billing data on behalf of the agency: the company's, or else the client's own. Issued documents do not
 * change.
 *
 * @param locked the client, with their company, from `lockWithEmail`
 * @returns the records whose links were revoked, for `renewLinks`
 */
export async function changeBilling(
  tx: Transaction,
  actor: Actor,
  { client, company: inCompany }: LockedClient,
  changes: BillingChanges,
): Promise<string[]> {
  const { company, isBusiness, ...shared } = changes;
  const given = inCompany ? { ...shared, name: company } : { ...shared, company, isBusiness };
  const fields = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const did = `changed the billing data of ${inCompany?.name ?? shownName(client)}`;
  const before = inCompany ?? (await ownProfileOf(tx, client.id)) ?? {};
  checkRecordVat(before, fields, 'billing.vatNumber');
  if (inCompany) {
    if (fields.name === '') {
      const message = 'Please enter the name of the company';
      throw new AppError('BAD_REQUEST', message, {
        issues: [{ path: 'billing.company', message }],
      });
    }
    await endOwnEmail(tx, actor, client, { company: inCompany, email: changes.email });
    return (await changeCompany(tx, actor, inCompany, { fields, did })).revoked;
  }
  return (await changeOwnProfile(tx, actor, client, { fields, did })).revoked;
}

/**
 * Removes a member's own email for invoices before their company's email changes, if the member owns invoices that they
 * brought into the company. No form shows this email during the membership, so nobody could correct it. The caller then
 * calls `changeCompany`, which addresses these invoices to the member's account.
 *
 * @param change the company, locked with its records, and its next email; undefined to keep it
 */
export async function endOwnEmail(
  tx: Transaction,
  actor: Actor,
  client: Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>,
  { company, email }: { company: CompanyRow; email: string | undefined },
): Promise<void> {
  if (email === undefined || email === company.email) return;
  if (!(await ownProfileOf(tx, client.id))?.email) return;
  const brought = await forEachKind(async ({ table, typedEmail }) =>
    typedEmail
      ? tx.$count(
          table,
          and(
            eq(table.companyId, company.id),
            eq(table.broughtById, client.id),
            eq(table.userId, client.id),
          ),
        )
      : 0,
  );
  if (Object.values(brought).every((count) => count === 0)) return;
  const did = `ended the email for invoices of ${shownName(client)} with that of ${company.name}`;
  await changeOwnProfile(tx, actor, client, { fields: { email: '' }, did });
}

/**
 * Changes the billing profile of a locked client without a company. If the email changes, invoices are addressed to the
 * new one. Proposals keep the email of the account, because the client accepts them by signing in.
 *
 * @param did for the audit log, such as 'changed the billing data of Ada Byron'
 * @returns the fields that differ, undefined without a change; and the records whose links were revoked, for
 * `renewLinks`
 */
export async function changeOwnProfile(
  tx: Transaction,
  actor: Actor,
  client: Pick<UserRow, 'id' | 'email'>,
  { fields, did }: { fields: Partial<typeof billingProfiles.$inferInsert>; did: string },
): Promise<{ difference?: { before: object; after: object }; revoked: string[] }> {
  const before = await ownProfileOf(tx, client.id);
  const difference = changed(before ?? {}, fields);
  if (!difference) return { revoked: [] };
  const row = { ...fields, updatedAt: new Date() };
  await tx
    .insert(billingProfiles)
    .values({ userId: client.id, ...row })
    .onConflictDoUpdate({ target: billingProfiles.userId, set: row });
  await recordAudit(tx, actor, {
    action: 'user.billing_changed',
    about: `user:${client.id}`,
    did,
    ...difference,
  });
  if (fields.email === undefined || fields.email === (before?.email ?? '')) {
    return { difference, revoked: [] };
  }
  const { revoked } = await readdress(tx, { clientId: client.id });
  return { difference, revoked };
}
