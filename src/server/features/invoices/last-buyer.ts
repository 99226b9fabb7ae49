import { and, desc, eq, or } from 'drizzle-orm';

import type { Buyer } from '~/contract/documents/documents-schema';
import { findClient, fullName } from '~/server/features/documents/clients';
import { isNotDeleted } from '~/server/features/proposals/proposals.rows';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';

/**
 * What the next invoice of a client begins with: the billing data of the newest one, drafts included; without any, those of the newest
 * proposal, else name and email of the account.
 *
 * @throws NOT_FOUND for an unknown client
 */
export async function lastBuyerOf(
  db: Pick<Database, 'select' | 'insert'>,
  clientId: string,
): Promise<Buyer> {
  const client = await findClient(db, clientId);
  const email = client.email.toLowerCase();
  const [invoice] = await db
    .select({ buyer: invoices.buyer })
    .from(invoices)
    .where(or(eq(invoices.userId, clientId), eq(invoices.clientEmail, email)))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(1);
  if (invoice) return invoice.buyer;
  const [proposal] = await db
    .select({ content: proposals.content })
    .from(proposals)
    .where(and(isNotDeleted, or(eq(proposals.userId, clientId), eq(proposals.clientEmail, email))))
    .orderBy(desc(proposals.createdAt), desc(proposals.id))
    .limit(1);
  const named = proposal?.content.client;
  if (named?.name && named.email) return named;
  return { name: fullName(client) || email, email };
}
