import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { centsToAmount } from '~/contract/common/currencies';
import type { Brought } from '~/contract/companies/companies-schema';
import { remainingOfRow } from '~/server/features/invoices/invoices.rows';
import type { Database } from '~/server/platform/db/client';
import type { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { serviceRequests } from '~/server/platform/db/schema/requests';

type Executor = Pick<Database, 'select' | 'update'>;
type Client = Pick<typeof users.$inferSelect, 'id' | 'email'>;

/** Of each kind, by id, as the audit log keeps it. */
interface BroughtIds {
  proposals: number[];
  invoices: number[];
  requests: number[];
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/** Gives the company what is the client's: what was sent to their email before they had an account, too. */
export async function bring(
  tx: Executor,
  { id, email }: Client,
  companyId: number,
): Promise<{ brought: BroughtIds }> {
  const claimed = { userId: id, companyId, broughtById: id };
  const offered = await tx
    .update(proposals)
    .set(claimed)
    .where(
      and(
        isNull(proposals.companyId),
        or(
          eq(proposals.userId, id),
          and(isNull(proposals.userId), eq(sql`lower(${proposals.clientEmail})`, email)),
        ),
      ),
    )
    .returning({ id: proposals.id });
  const billed = await tx
    .update(invoices)
    .set(claimed)
    .where(
      and(
        isNull(invoices.companyId),
        or(eq(invoices.userId, id), and(isNull(invoices.userId), eq(invoices.clientEmail, email))),
      ),
    )
    .returning({ id: invoices.id });
  const requested = await tx
    .update(serviceRequests)
    .set({ companyId, broughtById: id })
    .where(and(isNull(serviceRequests.companyId), eq(serviceRequests.userId, id)))
    .returning({ id: serviceRequests.id });
  return {
    brought: { proposals: idsOf(offered), invoices: idsOf(billed), requests: idsOf(requested) },
  };
}

/** What a client had before they joined, at whichever time, and the company still has. */
const isBroughtBy = (
  table: { broughtById: AnyPgColumn; companyId: AnyPgColumn },
  clientId: string,
  companyId: number,
) => and(eq(table.broughtById, clientId), eq(table.companyId, companyId));

/** A proposal whose work is the company's stays with that work and its invoices, whoever brought it. */
const isOfferAlone = sql`not exists (select from service_requests work
  where work.id = ${proposals.requestId} and work.brought_by_id is distinct from ${proposals.broughtById})`;

/** What a client brought becomes theirs again, addressed to them. */
export async function giveBack(
  tx: Executor,
  { id, email }: Client,
  companyId: number,
): Promise<{ returned: BroughtIds }> {
  const theirs = { userId: id, companyId: null, broughtById: null };
  const offered = await tx
    .update(proposals)
    .set({ ...theirs, clientEmail: email })
    .where(and(isBroughtBy(proposals, id, companyId), isOfferAlone))
    .returning({ id: proposals.id });
  const billed = await tx
    .update(invoices)
    .set({
      ...theirs,
      clientEmail: email,
      buyer: sql`case when ${invoices.status} = 'draft'
        then jsonb_set(${invoices.buyer}, '{email}', to_jsonb(${email}::text))
        else ${invoices.buyer} end`,
    })
    .where(isBroughtBy(invoices, id, companyId))
    .returning({ id: invoices.id });
  const requested = await tx
    .update(serviceRequests)
    .set(theirs)
    .where(isBroughtBy(serviceRequests, id, companyId))
    .returning({ id: serviceRequests.id });
  return {
    returned: { proposals: idsOf(offered), invoices: idsOf(billed), requests: idsOf(requested) },
  };
}

/** What could be given back to a client, in numbers. */
export async function broughtBy(
  db: Pick<Database, 'select' | '$count'>,
  companyId: number,
  clientId: string,
): Promise<Brought> {
  const ofInvoices = isBroughtBy(invoices, clientId, companyId);
  const [requested, offered, billed, owed] = await Promise.all([
    db.$count(serviceRequests, isBroughtBy(serviceRequests, clientId, companyId)),
    db.$count(proposals, and(isBroughtBy(proposals, clientId, companyId), isOfferAlone)),
    db.$count(invoices, ofInvoices),
    db
      .select({
        currency: invoices.currency,
        count: sql<number>`count(*)::int`,
        cents: sql<string>`coalesce(sum(${remainingOfRow}), 0)`,
      })
      .from(invoices)
      .where(and(ofInvoices, eq(invoices.status, 'open')))
      .groupBy(invoices.currency)
      .orderBy(invoices.currency),
  ]);
  return {
    requests: requested,
    proposals: offered,
    invoices: billed,
    openInvoices: owed.reduce((sum, { count }) => sum + count, 0),
    owed: owed.map(({ currency, cents }) => ({
      currency,
      amount: centsToAmount(Number(cents), currency),
    })),
  };
}
