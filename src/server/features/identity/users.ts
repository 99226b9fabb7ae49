import { and, eq, isNull, sql } from 'drizzle-orm';

import type { SessionKind } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { randomId } from './tokens';

export type UserRow = typeof users.$inferSelect;

type Executor = Pick<Database, 'insert' | 'select'>;

type Shown = Pick<
  UserRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'adminRole'
>;

/** The user as the API returns it; whether it acts as an admin depends on the session. */
export function toCurrentUser(row: Shown, session: SessionKind): CurrentUser {
  const { id, email, firstName, lastName, profileImageUrl } = row;
  const person = { id, email, firstName, lastName, profileImageUrl };
  return session === 'admin' && row.adminRole
    ? { ...person, isAdmin: true, role: row.adminRole }
    : { ...person, isAdmin: false };
}

export const nameOfUser = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

export async function findByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

/** Whether there is an account with this email: accounts exist only for verified ones. */
export async function hasProven(db: Pick<Database, 'select'>, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), eq(users.isAdmin, false)));
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

/** @returns the new user; undefined where the email is taken */
export async function addPerson(
  db: Executor,
  person: Pick<typeof users.$inferInsert, 'email' | 'firstName' | 'lastName'> &
    Partial<Pick<typeof users.$inferInsert, 'profileImageUrl'>>,
): Promise<UserRow | undefined> {
  const [row] = await db
    .insert(users)
    .values({ ...person, id: randomId(20) })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return row;
}
