import { sql } from 'drizzle-orm';

import { nameOfUser, type UserRow } from '~/server/features/identity/users';
import { mailboxOf } from '~/server/platform/mail/mailbox';
import { aboutClient, type Transaction } from './clients';

/** By what a client is found in what is kept. */
export interface Who {
  id: string;
  stripeCustomerId: string | null;
  /** In lower case: the present one, and those that the account had before. */
  emails: string[];
  /** As the account and their own leads name them: first and last name, so that they are not taken for common words. */
  names: string[];
  /** The companies that they are or were in. */
  companyIds: number[];
}

const isWholeName = (name: string): boolean => /\S\s+\S/.test(name.trim()) && name.length >= 5;

export async function whoIs(tx: Transaction, client: UserRow): Promise<Who> {
  const { id } = client;
  const about = aboutClient(id);
  const before = await tx.execute<{ email: string }>(sql`
    select before->>'email' as email from audit_log where about = ${about} and action = 'user.email_changed'
    union select "to" from mails where about = ${about} and kind_name = 'email_changed'`);
  const emails = [
    ...new Set([
      client.email,
      ...before.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])),
    ]),
  ];
  // A former address may belong to another account by now, and so do the records under it.
  const taken = await tx.execute<{ email: string }>(sql`
    select email from users where id <> ${id} and email = any(${sql.param(emails)}::text[])`);
  const theirs = emails.filter((email) => !taken.some((one) => one.email === email));
  const named = await tx.execute<{ name: string }>(sql`
    select name from quotes where user_id = ${id} or lower(email) = any(${sql.param(theirs)}::text[])
    union select first_name || ' ' || last_name from contact_messages where lower(email) = any(${sql.param(theirs)}::text[])
    union select name from billing_profiles where user_id = ${id}`);
  const names = [nameOfUser(client), ...named.map(({ name }) => name)]
    .map((name) => name.trim())
    .filter(isWholeName);
  const joined = await tx.execute<{ id: number }>(sql`
    select distinct c.id from companies c join audit_log a on a.about = 'company:' || c.id
    where a.after->>'clientId' = ${id}`);
  return {
    id,
    stripeCustomerId: client.stripeCustomerId,
    emails: theirs,
    names: [...new Set(names)],
    companyIds: joined.map((company) => company.id),
  };
}

/** As rate limits count them. */
export const mailboxesOf = ({ emails }: Who): string[] => [
  ...new Set([...emails, ...emails.map(mailboxOf)]),
];
