import { nameMax } from '~/contract/common/limits';
import type { Buyer } from '~/contract/documents/documents-schema';
import type { ClientOverrides, ProposalContent } from '~/contract/proposals/proposal-content';
import type { ProposalFields } from '~/contract/proposals/proposals-schema';
import {
  buyerOnRecord,
  companyBuyerOf,
  overridesOf,
  profileBuyerOf,
  withOverrides,
} from '~/server/features/companies/billing-profile';
import { accountOf, findClient } from '~/server/features/documents/clients';
import type { Database } from '~/server/platform/db/client';
import type { ProposalRow } from './proposals.rows';

type Reader = Pick<Database, 'select' | 'insert'>;

/** Client of a proposal: the account if it is known, or else the account with the email. */
export interface Addressed {
  userId: string | null;
  companyId: number | null;
  client: ProposalContent['client'];
  clientOverrides: ClientOverrides;
}

type Stored = Pick<ProposalRow, 'userId' | 'companyId' | 'content' | 'clientOverrides'>;

export const addressedOf = ({ content, ...row }: Stored): Addressed => ({
  userId: row.userId,
  companyId: row.companyId,
  client: content.client,
  clientOverrides: row.clientOverrides,
});

/**
 * Returns the billing record of a proposal's client; undefined without an account, or if the account's data was
 * deleted.
 */
export async function recordOfClient(
  db: Reader,
  { userId, companyId, client }: Pick<Addressed, 'userId' | 'companyId' | 'client'>,
): Promise<Buyer | undefined> {
  const named = client.email ? await accountOf(db, client.email) : null;
  const find = async (id: string | null) =>
    id === null ? undefined : findClient(db, id, { alsoDeleted: true });
  if (companyId !== null) {
    // Uses the record of the named member, even if a colleague receives the proposal.
    const members = await Promise.all([find(named), find(userId)]);
    return companyBuyerOf(
      db,
      companyId,
      members.find((one) => one?.companyId === companyId),
    );
  }
  const account = await find(userId ?? named);
  return account?.deletedAt === null ? buyerOnRecord(db, account.id) : undefined;
}

/** Returns the name, company and country if they differ from the record. Without a record, returns them as typed. */
export function overridesTo(
  known: Buyer | undefined,
  { name, company, country }: { [Field in keyof ClientOverrides]?: string | undefined },
): ClientOverrides {
  if (!known)
    return { ...(name && { name }), ...(company && { company }), ...(country && { country }) };
  const typed = {
    ...(name && { name }),
    ...(company !== undefined && { company }),
    ...(country !== undefined && { country }),
  };
  const differing = Object.entries(overridesOf(known, typed)).filter(([field]) => field in typed);
  return Object.fromEntries(differing);
}

/**
 * Returns a proposal's client as it would be sent now: with name, company and country from the record, except for those
 * that the proposal overrides.
 */
export async function currentClient(
  db: Reader,
  addressed: Addressed,
): Promise<Pick<Addressed, 'client' | 'clientOverrides'>> {
  const { client, clientOverrides } = addressed;
  const known = await recordOfClient(db, addressed);
  if (!known) return { client, clientOverrides };
  const { name, company, country } = withOverrides(known, clientOverrides);
  return {
    client: {
      name: name.slice(0, nameMax),
      email: client.email,
      ...(company && { company }),
      ...(country && { country }),
    },
    clientOverrides: overridesTo(known, clientOverrides),
  };
}

/**
 * Returns the client of a proposal after a change. A field that equals the shown one does not change, nor does a
 * missing company or country. An empty company or country is removed from the proposal. A country that is sent with
 * another company belongs to that company.
 */
export async function addressedAfter(
  db: Reader,
  row: Stored & Pick<ProposalRow, 'status'>,
  given: ProposalFields['client'],
): Promise<Addressed> {
  const before = addressedOf(row);
  if (!given) return before;
  const isSame = given.email.toLowerCase() === before.client.email.toLowerCase();
  const { userId, companyId } = isSame ? before : { userId: null, companyId: null };
  const shown =
    row.status === 'draft' && isSame ? (await currentClient(db, before)).client : before.client;
  const isShown = (field: keyof ClientOverrides) =>
    given[field] === undefined || given[field] === (shown[field] ?? '');
  const changed = (field: keyof ClientOverrides) =>
    isSame && isShown(field) ? before.clientOverrides[field] : given[field];
  const kept = (field: 'company' | 'country') =>
    given[field] ?? (isSame ? before.client[field] : undefined);
  const [company, country] = [kept('company'), kept('country')];
  const client = {
    name: given.name,
    email: given.email,
    ...(company && { company }),
    ...(country && { country }),
  };
  const known = await recordOfClient(db, { userId, companyId, client });
  const typed = known
    ? {
        name: changed('name'),
        company: changed('company'),
        country: isShown('company') ? changed('country') : (given.country ?? changed('country')),
      }
    : client;
  return { userId, companyId, client, clientOverrides: overridesTo(known, typed) };
}

/**
 * Returns the client of a lead for a proposal. If the client has billing data, returns only the email, and the country
 * if the record has none, because the other fields come from the record.
 */
export async function clientOfLead(
  db: Reader,
  lead: NonNullable<ProposalFields['client']>,
): Promise<NonNullable<ProposalFields['client']>> {
  const id = await accountOf(db, lead.email);
  if (id === null) return lead;
  const { name, country } = await buyerOnRecord(db, id);
  // The record of an account without a name has the email as its name.
  const followed = {
    name: name === lead.email.toLowerCase() ? lead.name : '',
    email: lead.email,
    ...(lead.country && !country && { country: lead.country }),
  };
  const hasProfile = (await profileBuyerOf(db, id)) !== undefined;
  return hasProfile || !lead.company ? followed : { ...followed, company: lead.company };
}
