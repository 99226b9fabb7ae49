import { and, eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { externalAccounts, users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import { identityEmails } from './emails';
import type { ExternalProfile } from './oauth';
import { addPerson, findByEmail, markVerified, type UserRow } from './users';

/**
 * Finds the user of a provider's profile: by the linked account; else by email, if the provider has verified it;
 * else a new user. An unverified email proves nothing.
 */
export async function personOf(
  db: Database,
  mailer: Mailer,
  profile: ExternalProfile,
): Promise<UserRow> {
  const { provider, subject, email, emailVerified } = profile;
  const emails = identityEmails(await mailer.open());
  return db.transaction(async (tx) => {
    const [linked] = await tx
      .select({ user: users })
      .from(externalAccounts)
      .innerJoin(users, eq(users.id, externalAccounts.userId))
      .where(and(eq(externalAccounts.provider, provider), eq(externalAccounts.subject, subject)));
    if (linked) return linked.user;
    if (!email || !emailVerified) {
      throw new AppError('FORBIDDEN', 'This account has no verified email address.');
    }
    const added = await addPerson(tx, {
      email,
      firstName: profile.firstName || (email.split('@')[0] ?? email),
      lastName: profile.lastName,
    });
    if (added) await emails.welcome(tx, added);
    const person = added ?? (await findByEmail(tx, email));
    if (!person) throw new Error('an email is neither new nor known');
    // Before anything is linked to it; the caller refuses to sign an admin in.
    if (person.isAdmin) return person;
    await markVerified(tx, person.id);
    await tx
      .insert(externalAccounts)
      .values({ provider, subject, userId: person.id })
      .onConflictDoNothing();
    return person;
  });
}
