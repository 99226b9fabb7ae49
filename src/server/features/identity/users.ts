import { and, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { nameMax } from '~/contract/common/limits';
import type { SessionKind } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Database } from '~/server/platform/db/client';
import { emailChanges, users } from '~/server/platform/db/schema/identity';
import { randomId } from './tokens';

export type UserRow = typeof users.$inferSelect;

type Executor = Pick<Database, 'insert' | 'select'>;

type Shown = Pick<
  UserRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'adminRole' | 'deletionDueAt'
>;

/** Returns the user for the API. The kind of session determines whether the user acts as an admin. */
export function toCurrentUser(row: Shown, session: SessionKind): CurrentUser {
  const { id, email, firstName, lastName, profileImageUrl } = row;
  const person = { id, email, firstName, lastName, profileImageUrl };
  return session === 'admin' && row.adminRole
    ? { ...person, isAdmin: true, role: row.adminRole }
    : {
        ...person,
        isAdmin: false,
        ...(row.deletionDueAt && { deletionDueAt: row.deletionDueAt.toISOString() }),
      };
}

export const nameOfUser = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

/**
 * Returns a name from a single field as the first name. The name is not split, because it is unknown where the first
 * name ends.
 */
export const unsplitName = (name: string): Pick<UserRow, 'firstName' | 'lastName'> => ({
  firstName: name.trim().replace(/\s+/g, ' ').slice(0, nameMax),
  lastName: '',
});

export async function findByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

/**
 * Returns the client whose email this was until a few days ago. The email stays reserved while the old mailbox can
 * restore it.
 *
 * @param but id of the client who can restore the email
 * @returns the client, with the nonce of the newest link
 */
export async function findReserved(
  db: Pick<Database, 'select'>,
  email: string,
  { but = '' } = {},
): Promise<{ user: UserRow; nonce: string } | undefined> {
  const [row] = await db
    .select({ user: users, nonce: sql<string>`${emailChanges.nonce}` })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        eq(emailChanges.email, email),
        isNotNull(emailChanges.nonce),
        gt(emailChanges.expiresAt, sql`now()`),
        isNull(users.deletedAt),
        ne(users.id, but),
        // Excludes a client who has changed the email back.
        ne(users.email, email),
      ),
    )
    .orderBy(desc(emailChanges.id))
    .limit(1);
  return row;
}

/** Returns whether a client has verified this email. */
export async function hasProven(db: Pick<Database, 'select'>, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.email, email.toLowerCase()),
        eq(users.isAdmin, false),
        isNotNull(users.emailVerifiedAt),
      ),
    );
  return row !== undefined;
}

export async function findAdmin(db: Executor, username: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.username})`, username.toLowerCase()),
        eq(users.isAdmin, true),
        isNull(users.disabledAt),
      ),
    );
  return row;
}

/** Error for a sign-in with an email that the account had until just now. */
export const emailMoved = () =>
  new AppError('UNAUTHORIZED', 'The email of this account was just changed. Please sign in again.');

/** Records that the user has verified the email. */
export async function markVerified(
  db: Pick<Database, 'update'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: new Date() })
    .where(and(eq(users.id, id), eq(users.email, email), isNull(users.emailVerifiedAt)));
}

/** Adds a user. @returns the new user; undefined if the email is taken */
export async function addPerson(
  db: Executor,
  person: Pick<typeof users.$inferInsert, 'email' | 'firstName' | 'lastName'> &
    Partial<Pick<typeof users.$inferInsert, 'profileImageUrl' | 'emailVerifiedAt'>>,
): Promise<UserRow | undefined> {
  const [row] = await db
    .insert(users)
    .values({ ...person, id: randomId(20) })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return row;
}
