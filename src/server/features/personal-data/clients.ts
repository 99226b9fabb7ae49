import { and, eq, isNull } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { nameOfUser, type UserRow } from '~/server/features/identity/users';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
type Admin = Exclude<Actor, 'system'>;

/** Who requested the deletion or export: the client, or an admin on their behalf. */
export type Asker = { client: Admin } | { admin: Admin; clientId: string };

export const clientIdOf = (asker: Asker): string =>
  'admin' in asker ? asker.clientId : asker.client.id;
export const actorOf = (asker: Asker): Admin => ('admin' in asker ? asker.admin : asker.client);
/** Returns the admin's name for tables and emails; empty for the client. */
export const adminNameOf = (asker: Asker): string =>
  'admin' in asker ? nameOfUser(asker.admin) || 'An admin' : '';

export const clientNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'Returns a client whose data was not deleted, locked. @throws NOT_FOUND for every other',
  );

export const aboutClient = (id: string) => `user:${id}`;

export const personOf = (row: UserRow) => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName,
  name: nameOfUser(row) || row.email,
});

/** Locks and returns a client whose data was not deleted. @throws NOT_FOUND for any other id */
export async function lockClient(tx: Transaction, id: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, false), isNull(users.deletedAt)))
    .for('update');
  if (!row) throw clientNotFound();
  return row;
}
