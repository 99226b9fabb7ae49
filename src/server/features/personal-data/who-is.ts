import { sql } from 'drizzle-orm';

import { nameOfUser, type UserRow } from '~/server/features/identity/users';
import { mailboxOf } from '~/server/platform/mail/mailbox';
import { type Address, addressesOf } from './addresses';
import type { Transaction } from './clients';

/** By what a client is found in what is kept. */
export interface Who {
  id: string;
  stripeCustomerId: string | null;
  addresses: Address[];
  /** Of their emails, those that no other account has by now. */
  emails: string[];
  /** First and last name of the account, as it stands in texts; undefined for a single word. */
  name: string | undefined;
  /** Whether no other account, company or agency has this name, so that it means the client wherever it stands. */
  isNameUnique: boolean;
  /** The companies that they are or were in. */
  companyIds: number[];
}

const isWholeName = (name: string): boolean => /\S\s+\S/.test(name) && name.length >= 5;

/** What was typed into public forms does not count: a stranger who knows an email could choose what is searched for. */
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
  const name = nameOfUser(client).trim();
  const [same] = await tx.execute(sql`
    select from users where id <> ${id} and lower(first_name || ' ' || last_name) = lower(${name})
    union all select from companies where lower(name) = lower(${name})
    limit 1`);
  const joined = await tx.execute<{ id: number }>(sql`
    select distinct c.id from companies c join audit_log a on a.about = 'company:' || c.id
    where a.after->>'clientId' = ${id}`);
  return {
    id,
    stripeCustomerId: client.stripeCustomerId,
    addresses,
    emails: [...new Set(emails)],
    name: isWholeName(name) ? name : undefined,
    isNameUnique: !same && name.toLowerCase() !== agency.name.toLowerCase(),
    companyIds: joined.map((company) => company.id),
  };
}

/** As rate limits count them. */
export const mailboxesOf = ({ emails }: Who): string[] => [
  ...new Set([...emails, ...emails.map(mailboxOf)]),
];
