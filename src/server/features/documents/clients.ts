import { and, eq, isNull, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { emitClientCreated } from '~/server/features/identity/client.rows';
import {
  addPerson,
  findByEmail,
  findReserved,
  type UserRow,
  unsplitName,
} from '~/server/features/identity/users';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { users } from '~/server/platform/db/schema/identity';

type Executor = Pick<Database, 'insert' | 'select'>;

export const fullName = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

/** Returns the name of a client in the panel: the email if the account has no name. */
export const shownName = (client: Pick<UserRow, 'firstName' | 'lastName' | 'email'>) =>
  fullName(client) || client.email;

/** Returns SQL for `shownName`. */
export const shownNameIn = (table: { firstName: unknown; lastName: unknown; email: unknown }) =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${table.firstName}, ${table.lastName})), ''), ${table.email})`;

const isAdmins = () =>
  new AppError('CONFLICT', 'This email belongs to an admin. Please use another one for the client');

/** Rejects the email of an admin, who cannot be a client as well. @throws CONFLICT */
export async function rejectAdmin(tx: Executor, email: string): Promise<void> {
  if ((await findByEmail(tx, email.toLowerCase()))?.isAdmin) throw isAdmins();
}

/**
 * Returns the company of a client; null without one. Locks the membership: until the end of the transaction, neither the
 * client nor any member who may receive the company's documents can join, leave or lose a right.
 */
export async function lockCompanyOf(tx: Executor, clientId: string): Promise<number | null> {
  const ofClient = eq(users.id, clientId);
  const [seen] = await tx.select({ companyId: users.companyId }).from(users).where(ofClient);
  // Locks the company before the client, in the same order as a change of members.
  await lockCompanyRow(tx, seen?.companyId);
  const [client] = await tx
    .select({ companyId: users.companyId })
    .from(users)
    .where(ofClient)
    .for('key share');
  if (!client?.companyId) return null;
  if (client.companyId !== seen?.companyId) await lockCompanyRow(tx, client.companyId);
  await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.companyId, client.companyId), sql`'invoices' = any(${users.companyRights})`),
    )
    .orderBy(users.id)
    .for('key share');
  return client.companyId;
}

const lockCompanyRow = async (
  tx: Pick<Executor, 'select'>,
  id: number | null | undefined,
): Promise<void> => {
  if (!id) return;
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, id))
    .for('no key update');
};

/** Returns the account of the client with an email; null if there is none, or if it belongs to an admin. */
export async function accountOf(tx: Executor, email: string): Promise<string | null> {
  const account = await findByEmail(tx, email.toLowerCase());
  return account && !account.isAdmin ? account.id : null;
}

/**
 * Returns the client with an email, or creates one. The email of a new client is unverified. Until the client signs in
 * by code for the first time, they can do nothing else.
 */
export async function ensureClient(
  tx: Executor,
  buyer: { name: string; email: string },
): Promise<UserRow> {
  const email = buyer.email.toLowerCase();
  // A client with this reserved email can restore it, which a second account with the same email would prevent.
  const reserved = await findReserved(tx, email);
  if (reserved) return reserved.user;
  const added = await addPerson(tx, { email, ...unsplitName(buyer.name), emailVerifiedAt: null });
  if (added) await emitClientCreated(tx, added.id);
  const client = added ?? (await findByEmail(tx, email));
  if (!client) throw new Error('an email is neither new nor known');
  if (client.isAdmin) throw isAdmins();
  return client;
}

/**
 * Returns a client.
 *
 * @throws NOT_FOUND for an unknown client and, unless `alsoDeleted`, for a client whose data was deleted
 */
export async function findClient(
  tx: Executor,
  id: string,
  { alsoDeleted = false } = {},
): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.id, id),
        eq(users.isAdmin, false),
        alsoDeleted ? undefined : isNull(users.deletedAt),
      ),
    );
  if (!row) throw new AppError('NOT_FOUND', 'Client not found');
  return row;
}
