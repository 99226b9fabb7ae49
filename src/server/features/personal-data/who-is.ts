import { sql } from 'drizzle-orm';

import { nameOfUser, type UserRow } from '~/server/features/identity/users';
import { mailboxOf } from '~/server/platform/mail/mailbox';
import { type Address, addressesOf, type InTime } from './addresses';
import { aboutClient, type Transaction } from './clients';

/** Names, emails and ids by which a client is found in stored data. */
export interface Who {
  id: string;
  stripeCustomerId: string | null;
  addresses: Address[];
  /** Emails of the client that are not the current email of another account. */
  emails: string[];
  /** Current and former names of the account, each limited to its period. */
  names: KnownName[];
  /** Companies of which the client is or was a member. */
  companyIds: number[];
}

/** First and last name, as they appear in texts. */
interface KnownName extends InTime {
  name: string;
  /** True if no other account, company or agency has this name, so that the name can only mean the client. */
  isUnique: boolean;
}

/** Returns whether a name has two words, because a single word would be found in unrelated texts. */
const isWholeName = (name: string): boolean => /\S\s+\S/.test(name) && name.length >= 5;

/**
 * Collects all names, emails and ids that identify a client. Ignores data from public forms, because otherwise a
 * stranger who knows an email could determine what is searched for.
 */
export async function whoIs(
  tx: Transaction,
  client: UserRow,
  agency: { email: string; name: string },
): Promise<Who> {
  const { id } = client;
  const addresses = await addressesOf(tx, id, agency.email);
  const known = addresses.map(({ email }) => email);
  const taken = await tx.execute<{ email: string }>(sql`
    select email from users where id <> ${id} and email = any(${sql.param(known)}::text[])`);
  const emails = known.filter((email) => !taken.some((one) => one.email === email));
  const joined = await tx.execute<{ id: number }>(sql`
    select distinct c.id from companies c join audit_log a on a.about = 'company:' || c.id
    where a.after->>'clientId' = ${id}`);
  return {
    id,
    stripeCustomerId: client.stripeCustomerId,
    addresses,
    emails: [...new Set(emails)],
    names: await namesOf(tx, client, agency.name),
    companyIds: joined.map((company) => company.id),
  };
}

/**
 * Returns the names of a client. A name is only searched in texts that are newer than it, because otherwise a client
 * could choose a word as a name and have it replaced in the agency's texts.
 */
async function namesOf(tx: Transaction, client: UserRow, agencyName: string): Promise<KnownName[]> {
  const former = await tx.execute<{ name: string; until: string }>(sql`
    select concat_ws(' ', before->>'firstName', before->>'lastName') as name, created_at::text as until
    from audit_log where about = ${aboutClient(client.id)} and action = 'user.renamed' order by id`);
  const all = [...former, { name: nameOfUser(client), until: null }].map(
    ({ name, until }, index) => ({
      name: name.trim(),
      since: former[index - 1]?.until ?? null,
      until,
    }),
  );
  const known: KnownName[] = [];
  for (const one of all.filter(({ name }) => isWholeName(name))) {
    const [same] = await tx.execute(sql`
      select from users where id <> ${client.id} and lower(first_name || ' ' || last_name) = lower(${one.name})
      union all select from companies where lower(name) = lower(${one.name})
      limit 1`);
    const isUnique = !same && one.name.toLowerCase() !== agencyName.toLowerCase();
    known.push({ ...one, isUnique });
  }
  return known;
}

/** Returns mailboxes in the form in which rate limits count them. */
export const mailboxesOf = ({ emails }: Who): string[] => [
  ...new Set([...emails, ...emails.map(mailboxOf)]),
];
