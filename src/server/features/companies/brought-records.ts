import { and, eq, type SQL, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import type { BroughtRecords } from '~/contract/companies/companies-schema';
import { remainingOfRow } from '~/server/features/invoices/invoices.rows';
import type { Database } from '~/server/platform/db/client';
import type { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import {
  type CompanyRecordKind,
  type CompanyRecordName,
  companyRecords,
  forEachKind,
  isUnclaimed,
  type RecordIds,
} from './company-records';

type Executor = Pick<Database, 'execute'>;
type Client = typeof users.$inferSelect;

export const changedIds = async (tx: Executor, update: SQL): Promise<number[]> =>
  (await tx.execute<{ id: number }>(sql`${update} returning id`)).map(({ id }) => id);

/** Transfers a client's records to the company, including those sent to their email before they had an account. */
export async function bringRecords(
  tx: Executor,
  { id, email }: Client,
  companyId: number,
): Promise<{ brought: RecordIds }> {
  const brought = await forEachKind((kind) => {
    const { table } = kind;
    const unclaimed = isUnclaimed(kind, email) ?? sql`false`;
    return changedIds(
      tx,
      sql`update ${table} set user_id = ${id}, company_id = ${companyId}, brought_by_id = ${id}
        where ${table.companyId} is null and (${table.userId} = ${id} or ${unclaimed})`,
    );
  });
  return { brought };
}

/**
 * Makes the company the permanent owner of records that clients brought in an earlier membership. The caller has locked the
 * company's records.
 */
export async function keepBroughtRecords(
  tx: Executor,
  companyId: number,
  clientIds: readonly string[],
): Promise<void> {
  await forEachKind(({ table }) =>
    tx.execute(sql`
      update ${table} set brought_by_id = null where ${table.companyId} = ${companyId}
        and ${table.broughtById} = any(${sql.param(clientIds)}::text[])`),
  );
}

/**
 * True for proposals without a request, or with a request that the same client brought. All other proposals stay in the
 * company with their requests and invoices.
 */
const isOfferAlone = sql`not exists (select from service_requests work
  where work.id = ${proposals.requestId} and work.brought_by_id is distinct from ${proposals.broughtById})`;

/** True for records that a client brought when they last accepted an invitation, and that the company still has. */
const isBroughtBy = (
  { table }: CompanyRecordKind,
  name: CompanyRecordName,
  clientId: string,
  companyId: number,
) =>
  and(
    eq(table.broughtById, clientId),
    eq(table.companyId, companyId),
    name === 'proposals' ? isOfferAlone : undefined,
  );

/** Moves the records to the client who brought them, out of the company. */
export async function returnRecords(
  tx: Executor,
  { id }: Client,
  companyId: number,
): Promise<{ returned: RecordIds }> {
  const returned = await forEachKind((kind, name) =>
    changedIds(
      tx,
      sql`update ${kind.table} set user_id = ${id}, company_id = null, brought_by_id = null
        where ${isBroughtBy(kind, name, id, companyId)}`,
    ),
  );
  return { returned };
}

/** Counts the records that a client can leave with, and sums up what the client owes on them. */
export async function broughtRecordsOf(
  db: Pick<Database, 'select' | '$count'>,
  companyId: number,
  clientId: string,
): Promise<BroughtRecords> {
  const [counts, owed] = await Promise.all([
    forEachKind((kind, name) =>
      db.$count(kind.table, isBroughtBy(kind, name, clientId, companyId)),
    ),
    db
      .select({
        currency: invoices.currency,
        count: sql<number>`count(*)::int`,
        cents: sql<string>`coalesce(sum(${remainingOfRow}), 0)`,
      })
      .from(invoices)
      .where(
        and(
          isBroughtBy(companyRecords.invoices, 'invoices', clientId, companyId),
          eq(invoices.status, 'open'),
        ),
      )
      .groupBy(invoices.currency)
      .orderBy(invoices.currency),
  ]);
  return {
    ...counts,
    openInvoices: owed.reduce((sum, { count }) => sum + count, 0),
    owed: owed.map(({ currency, cents }) => ({
      currency,
      amount: centsToAmount(Number(cents), currency),
    })),
  };
}
