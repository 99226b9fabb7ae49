import { and, eq, inArray, sql } from 'drizzle-orm';

import { optionMax } from '~/contract/common/limits';
import { countedItems } from '~/contract/documents/money';
import { isUnderWay } from '~/contract/requests/requests';
import { openConversation } from '~/server/features/conversations/conversations.service';
import { idsWithMerged, quoteOfLink } from '~/server/features/leads/quotes/merged';
import { addEvent } from '~/server/features/requests/requests.rows';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { Accepting } from './addressee';
import type { ProposalRow, Transaction } from './proposals.rows';

/**
 * Returns the request for the work of an accepted proposal. This is the request that was created from the proposal's
 * quote, if that is in progress, or else a new one. An existing request is locked, so that its client cannot cancel it
 * at the same moment.
 */
export async function requestOf(
  tx: Transaction,
  { quoteId, number, title, content }: ProposalRow,
  { requesterId, companyId }: Accepting,
  chosen: readonly number[],
): Promise<number> {
  const isTheirs = companyId
    ? eq(serviceRequests.companyId, companyId)
    : eq(serviceRequests.userId, requesterId);
  // If the quote was merged into a quote of another sender, the work belongs to the original quote.
  const quote = quoteId ? await quoteOfLink(tx, quoteId) : undefined;
  const [known] = quote
    ? await tx
        .select({
          id: serviceRequests.id,
          status: serviceRequests.status,
          isTheirs: sql<boolean>`coalesce(${isTheirs}, false)`,
        })
        .from(serviceRequests)
        .where(inArray(serviceRequests.quoteId, await idsWithMerged(tx, quote.id, quote)))
        .orderBy(serviceRequests.id)
        .limit(1)
        .for('update')
    : [];
  if (known?.isTheirs && isUnderWay(known.status)) return known.id;
  const lines = countedItems(content.items, chosen).map(({ description, quantity, unit }) =>
    `${description}: ${quantity} ${unit ?? ''}`.trim(),
  );
  const [row] = await tx
    .insert(serviceRequests)
    .values({
      userId: requesterId,
      companyId,
      title: title.slice(0, optionMax),
      description: [`Proposal ${number}`, ...lines].join('\n'),
      serviceId: quote?.serviceId ?? null,
      // A quote becomes at most one request, and an admin may be creating one at the same moment.
      quoteId: known ? null : (quote?.id ?? null),
    })
    .onConflictDoNothing()
    .returning({ id: serviceRequests.id });
  if (row) {
    await openConversation(tx, { kind: 'request', id: row.id });
    await addEvent(tx, { requestId: row.id, kind: 'created', byAgency: true });
    return row.id;
  }
  const [made] = await tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(and(eq(serviceRequests.quoteId, quote?.id ?? 0), isTheirs));
  if (!made) throw new Error('the request of an accepted proposal was not stored');
  return made.id;
}
