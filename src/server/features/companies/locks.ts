import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { billingProfiles, users } from '~/server/platform/db/schema/identity';
import { quotes } from '~/server/platform/db/schema/quotes';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import { forEachKind, isUnclaimed } from './company-records';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type CompanyRow = typeof companies.$inferSelect;
export type UserRow = typeof users.$inferSelect;

export const companyNotFound = () =>
  new AppError('NOT_FOUND', 'Company not found. It may have been merged into another one.');
const memberNotFound = () => new AppError('NOT_FOUND', 'This person is not in the company');

/**
 * Locks everything that a change of members affects, in the same order as an acceptance, a message or a payment: documents
 * and requests first, by id, then the company, then the client.
 *
 * @throws NOT_FOUND for an unknown company, such as one that was merged at the same moment
 */
export async function lockAll(
  tx: Transaction,
  companyId: number,
  clientId?: string,
): Promise<CompanyRow> {
  await lockRecords(tx, {
    companyIds: [companyId],
    clientIds: clientId === undefined ? [] : [clientId],
  });
  return lockCompany(tx, companyId);
}

/** Companies and clients whose records are locked. */
export interface Touched {
  companyIds: number[];
  clientIds: string[];
}

/** Locks the records of companies and of clients, and documents that were sent to an email before it had an account. */
async function lockRecords(tx: Transaction, owners: Touched & { email?: string }): Promise<void> {
  const { companyIds, clientIds, email } = owners;
  await forEachKind((kind) => {
    const { table } = kind;
    const isTheirs = or(
      sql`${table.companyId} = any(${sql.param(companyIds)}::int[])`,
      sql`${table.userId} = any(${sql.param(clientIds)}::text[])`,
      email === undefined ? undefined : isUnclaimed(kind, email),
    );
    return tx.execute(sql`select from ${table} where ${isTheirs} order by ${table.id} for update`);
  });
}

/** Locks a company. @throws NOT_FOUND for an unknown company, such as one that was merged at the same moment */
export async function lockCompany(
  tx: Pick<Transaction, 'select'>,
  id: number,
): Promise<CompanyRow> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('no key update');
  if (!row) throw companyNotFound();
  return row;
}

const isClient = (id: string): SQL | undefined =>
  and(eq(users.id, id), eq(users.isAdmin, false), isNull(users.deletedAt));

const clientNotFound = () => new AppError('NOT_FOUND', 'Client not found');

/**
 * Locks a client, so that no record is created for them at the same moment. The trigger `set_company` acquires the same
 * lock.
 */
async function lockClient(tx: Transaction, id: string): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(isClient(id)).for('update');
  if (!row) throw clientNotFound();
  return row;
}

/** Locks a company and a client, with the records of both. */
export async function lockBoth(tx: Transaction, companyId: number, clientId: string) {
  const company = await lockAll(tx, companyId, clientId);
  const client = await lockClient(tx, clientId);
  return { company, client };
}

/**
 * Locks a company and one of its members, with the records of both.
 *
 * @throws NOT_FOUND for a client who is not a member, or who leaves at the same moment
 */
export async function lockMember(tx: Transaction, companyId: number, clientId: string) {
  // Also checks the membership before locking, so that nobody can lock a stranger's records.
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, clientId), eq(users.companyId, companyId)));
  if (!member) throw memberNotFound();
  const locked = await lockBoth(tx, companyId, clientId);
  if (locked.client.companyId !== companyId) throw memberNotFound();
  return locked;
}

/** A client and their company, both locked together with everything that contains the client's email. */
export interface LockedClient {
  client: UserRow;
  /** Company of the client; undefined without one. */
  company: CompanyRow | undefined;
}

/** Thrown if another transaction changed the set of rows to lock before the locks were acquired. */
class Moved extends Error {}

const attemptsMax = 5;

/**
 * Locks a client and everything that contains the client's email, in the order of `lockAll`: documents and requests, leads
 * and billing data, the company, then the client. Starts again if the client joins or leaves a company in the meantime.
 *
 * @param readAlso reads what else to lock, and is called again once the locks are acquired
 * @throws NOT_FOUND for an unknown client
 */
export async function lockWithEmail(
  tx: Transaction,
  clientId: string,
  readAlso: (tx: Transaction) => Promise<Touched> = async () => ({ companyIds: [], clientIds: [] }),
): Promise<LockedClient> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Uses a savepoint, because rolling back to it releases the locks.
      return await tx.transaction((inner) => lockOnce(inner, clientId, readAlso));
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      if (attempt < attemptsMax) continue;
      throw new AppError('CONFLICT', 'This client was just changed. Please try again.');
    }
  }
}

async function lockOnce(
  tx: Transaction,
  clientId: string,
  readAlso: (tx: Transaction) => Promise<Touched>,
): Promise<LockedClient> {
  const [known] = await tx.select().from(users).where(isClient(clientId));
  if (!known) throw clientNotFound();
  const { companyId, email } = known;
  const also = await readAlso(tx);
  const companyIds = [...new Set([...also.companyIds, ...(companyId === null ? [] : [companyId])])];
  const clientIds = [...new Set([...also.clientIds, clientId])];
  await lockRecords(tx, { companyIds, clientIds, email });
  for (const [table, isTheirs] of [
    [quotes, or(eq(quotes.userId, clientId), eq(sql`lower(${quotes.email})`, email))],
    [
      contactMessages,
      or(eq(contactMessages.sentById, clientId), eq(sql`lower(${contactMessages.email})`, email)),
    ],
    [testimonials, eq(testimonials.userId, clientId)],
  ] as const) {
    await tx.execute(sql`select from ${table} where ${isTheirs} order by ${table.id} for update`);
  }
  await tx.select().from(billingProfiles).where(eq(billingProfiles.userId, clientId)).for('update');
  const locked = await tx
    .select()
    .from(companies)
    .where(sql`${companies.id} = any(${sql.param(companyIds)}::int[])`)
    .orderBy(companies.id)
    .for('no key update');
  const client = await lockClient(tx, clientId);
  const company = locked.find(({ id }) => id === client.companyId);
  if (client.companyId !== companyId || client.email !== email) throw new Moved();
  if (companyId !== null && !company) throw new Moved();
  const now = await readAlso(tx);
  const isLocked =
    now.companyIds.every((id) => companyIds.includes(id)) &&
    now.clientIds.every((id) => clientIds.includes(id));
  if (!isLocked) throw new Moved();
  return { client, company };
}
