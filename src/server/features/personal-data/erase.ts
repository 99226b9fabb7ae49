import { and, eq, isNull, lte, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { deletedDomain, deletedNames } from '~/contract/personal-data/personal-data';
import { isNotEnded } from '~/server/features/billing/figures';
import { forEachKind } from '~/server/features/companies/company-records';
import { leave } from '~/server/features/companies/membership';
import type { UserRow } from '~/server/features/identity/users';
import { recordAudit } from '~/server/platform/audit/audit';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { aboutClient, type Transaction } from './clients';
import { eraseRecords } from './erase-records';
import { eraseTraces } from './erase-traces';
import { whoIs } from './who-is';

/** Statement timeout in seconds. Deleting a client with years of threads takes longer than other statements. */
const statementSeconds = 120;

/**
 * Error if another instance has deleted the client, the deletion was canceled, or another operation was started in the
 * meantime.
 */
const postponed = (why: string) =>
  new AppError('CONFLICT', `This client cannot be deleted now: ${why}`);

/**
 * Deletes the data of a client whose deletion is due, except what accounting needs: issued invoices with their credit
 * notes and payments, and accepted proposals. A company's records remain with the company, but without the client's
 * name as an author. The user's row remains without personal data, because documents refer to it. Runs completely in
 * the given transaction.
 *
 * @param agency name and email of the agency, which are not removed even if the client has the same
 * @returns the client before the deletion, and the company's records whose links were revoked
 */
export async function erase(
  tx: Transaction,
  id: string,
  agency: { email: string; name: string },
): Promise<{ client: UserRow; revoked: string[] }> {
  await tx.execute(sql`select set_config('statement_timeout', ${`${statementSeconds}s`}, true)`);
  const [found] = await tx.select().from(users).where(eq(users.id, id));
  // Leaves the company first, to lock in the same order as a merge of companies. If the client's company was merged in
  // the meantime, the next run deletes the client.
  const revoked = found?.companyId ? await leave(tx, 'system', found.companyId, id) : [];
  await lockRecords(tx, id);
  const client = await lockDue(tx, id);
  const who = await whoIs(tx, client, agency);
  const abouts = await eraseRecords(tx, who);
  await eraseTraces(tx, who, abouts);
  await tx
    .update(users)
    .set({
      email: `deleted-${id.toLowerCase()}@${deletedDomain}`,
      ...deletedNames,
      profileImageUrl: null,
      emailVerifiedAt: null,
      disabledAt: sql`coalesce(${users.disabledAt}, now())`,
      deletionDueAt: null,
      deletionBy: '',
      deletedAt: sql`now()`,
      updatedAt: new Date(),
    })
    .where(eq(users.id, id));
  await recordAudit(tx, 'system', {
    action: 'user.deleted',
    about: aboutClient(id),
    did: 'deleted the data of a client',
  });
  return { client, revoked };
}

/**
 * Locks in the same order as the recurring invoice job, an acceptance or a payment: documents and requests first, by
 * id, then the client.
 */
async function lockRecords(tx: Transaction, id: string): Promise<void> {
  await forEachKind(({ table }) =>
    tx.execute(
      sql`select from ${table} where ${table.userId} = ${id} order by ${table.id} for update`,
    ),
  );
}

async function lockDue(tx: Transaction, id: string): Promise<UserRow> {
  const [client] = await tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.id, id),
        eq(users.isAdmin, false),
        isNull(users.deletedAt),
        lte(users.deletionDueAt, sql`now()`),
      ),
    )
    .for('update');
  if (!client) throw postponed('nothing is due.');
  if (client.companyId !== null) throw postponed('they have joined a company.');
  const [charged] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, id), isNotEnded))
    .limit(1);
  if (charged) throw postponed('they are charged for a plan.');
  return client;
}
