import { and, eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { externalAccounts, users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import { emitClientCreated } from './client.rows';
import type { EmailReversions } from './email-reversions';
import { identityEmails } from './emails';
import type { ExternalProfile } from './oauth';
import { addPerson, emailMoved, findReserved, markVerified, type UserRow } from './users';

/** Error for an email that an account had until a few days ago. */
export const reserved = () =>
  new AppError(
    'CONFLICT',
    'The account of this email was given another one a few days ago. We emailed you a link that restores it. If the change was yours, please sign in with the new email.',
  );

/**
 * Finds the user of a provider's profile: by the linked account, or else by email if the provider has verified it. If
 * there is none, creates a user. An unverified email is ignored, because anyone can enter it at a provider.
 *
 * @throws CONFLICT for an email that is reserved for its former account; the mailbox gets a link
 */
export async function personOf(
  db: Database,
  { mailer, reversions }: { mailer: Mailer; reversions: EmailReversions },
  profile: ExternalProfile,
): Promise<UserRow> {
  const { provider, subject, email, emailVerified } = profile;
  const emails = identityEmails(await mailer.open());
  const person = await db.transaction(async (tx) => {
    const [linked] = await tx
      .select({ user: users })
      .from(externalAccounts)
      .innerJoin(users, eq(users.id, externalAccounts.userId))
      .where(and(eq(externalAccounts.provider, provider), eq(externalAccounts.subject, subject)));
    if (linked) return linked.user;
    if (!email || !emailVerified) {
      throw new AppError('FORBIDDEN', 'This account has no verified email address.');
    }
    const reservation = await findReserved(tx, email);
    if (reservation) {
      await reversions.offer(tx, emails, { email, ...reservation });
      return undefined;
    }
    const added = await addPerson(tx, {
      email,
      firstName: profile.firstName || (email.split('@')[0] ?? email),
      lastName: profile.lastName,
    });
    if (added) {
      await emails.welcome(tx, added);
      await emitClientCreated(tx, added.id);
    }
    // Locks the account. Restoring another email of the account unlinks the providers that were linked by this email,
    // so it must wait.
    const [known] = added
      ? [added]
      : await tx.select().from(users).where(eq(users.email, email)).for('no key update');
    if (!known) throw emailMoved();
    const person = known;
    // Returns before anything is linked to the account. The caller refuses to sign in an admin.
    if (person.isAdmin) return person;
    await markVerified(tx, person);
    await tx
      .insert(externalAccounts)
      .values({ provider, subject, userId: person.id })
      .onConflictDoNothing();
    return person;
  });
  mailer.sendSoon();
  if (!person) throw reserved();
  return person;
}
