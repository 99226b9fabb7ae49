import { or, type SQL, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';
import { aboutClient } from './clients';

/** A name or address that identified a client during a period. */
export interface InTime {
  /** Start of the period; null for no start. */
  since: string | null;
  /** End of the period; null if it is current. */
  until: string | null;
}

/**
 * An email that an account has or had. If another account had the email before, the period starts when that account
 * gave it up.
 */
export interface Address extends InTime {
  /** Email in lower case. */
  email: string;
}

/**
 * Returns the emails of a client. Omits emails that the agency or an admin also uses.
 *
 * @param agencyEmail the agency's own email; empty until it is set
 */
export async function addressesOf(
  db: Pick<Database, 'execute'>,
  id: string,
  agencyEmail: string,
): Promise<Address[]> {
  const about = aboutClient(id);
  const rows = await db.execute<{ email: string; since: string | null; until: string | null }>(sql`
    select lower(own.email) as email, own.until::text as until,
      (select max(other.created_at)::text from audit_log other
        where other.action = 'user.email_changed' and other.about <> ${about}
          and lower(other.before->>'email') = lower(own.email)
          and other.created_at < coalesce(own.until, 'infinity')) as since
    from (
      select email, null::timestamptz as until from users where id = ${id}
      union all
      select before->>'email', created_at from audit_log where about = ${about} and action = 'user.email_changed'
    ) own
    where own.email is not null and lower(own.email) <> lower(${agencyEmail})
      and not exists (select from users admin where admin.is_admin and lower(admin.email) = lower(own.email))`);
  return [...rows];
}

/** Returns the account's current email; undefined if it was omitted. */
export const presentOf = (addresses: readonly Address[]): string | undefined =>
  addresses.find(({ until }) => until === null)?.email;

/**
 * SQL for whether a row's `created_at` is within the period in which a name or address identified the client. Includes
 * the change that ended the period.
 */
export const isInTimeOf = ({ since, until }: InTime): SQL => sql`(
  created_at > coalesce(${since}::timestamptz, '-infinity') and created_at <= coalesce(${until}::timestamptz, 'infinity'))`;

/** SQL for emails that were sent to one of the addresses during its period. */
export const isMailTo = (addresses: readonly Address[]): SQL =>
  or(
    ...addresses.map(
      (address) => sql`(lower(${mails.to}) = ${address.email} and ${isInTimeOf(address)})`,
    ),
  ) ?? sql`false`;
