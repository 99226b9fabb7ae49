import { and, eq, inArray, ne, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { aboutOf } from '~/contract/conversations/records';
import type { MessageStatus } from '~/contract/leads/contact';
import type { QuoteStatus } from '~/contract/leads/quote-statuses';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import { followStatus } from '~/server/features/conversations/conversations.service';
import { type Actor, ownLastStep, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';
import { leadTables } from './lead-tables';
import { standingFor } from './quotes/merged';
import { emitQuote } from './quotes/quotes.rows';

/**
 * Sets the status of leads; any status can follow any other. Leads that already have the status do not change. If the
 * status of a single lead is set to answered, this records a reply that was sent in another way, such as from an email
 * program or by phone. Bulk changes record no reply.
 *
 * @param change.isUndo undoes the last change of the same admin, and the reply that it recorded
 * @returns the ids of the leads that changed
 */
export async function setStatus(
  tx: Pick<Database, 'insert' | 'select' | 'update'>,
  actor: Actor,
  change: {
    kind: LeadKind;
    ids: number[];
    status: QuoteStatus | MessageStatus;
    isUndo?: boolean | undefined;
  },
): Promise<number[]> {
  const { kind, ids, status, isUndo = false } = change;
  const { table, name, mergedInto, answered, missing } = leadTables[kind];
  // Locks rows in a fixed order, so that concurrent bulk changes cannot deadlock.
  const found = await tx
    .select({
      ...{ id: table.id, status: table.status, firstAnswerAt: table.firstAnswerAt },
      ...{ name, mergedInto },
    })
    .from(table)
    .where(inArray(table.id, ids))
    .orderBy(table.id)
    .for('update');
  if (found.length === 0) throw new AppError('NOT_FOUND', missing);
  for (const row of found) {
    if (row.mergedInto === null) continue;
    throw new AppError(
      'CONFLICT',
      `The quote from ${row.name} was merged into quote ${row.mergedInto}`,
    );
  }
  const changed = found.filter((row) => row.status !== status);
  for (const row of changed) {
    const about = aboutOf({ kind, id: row.id });
    const action = `${kind}.status`;
    const step = { about, action, from: status, to: row.status };
    const undone = isUndo ? await ownLastStep(tx, actor, step) : undefined;
    const isFirstAnswer = status === answered && ids.length === 1 && row.firstAnswerAt === null;
    await tx
      .update(table)
      .set({
        status,
        updatedAt: new Date(),
        ...(isFirstAnswer && { firstAnswerAt: sql`now()` }),
        ...(undone?.after.isFirstAnswer === true && { firstAnswerAt: null }),
      })
      .where(eq(table.id, row.id));
    await followStatus(tx, { kind, id: row.id }, [row.status, status]);
    await recordAudit(tx, actor, {
      action,
      about,
      did: `marked the ${kind} from ${row.name} as ${status}`,
      before: { status: row.status },
      after: { status, ...(isFirstAnswer && { isFirstAnswer }) },
    });
  }
  return changed.map(({ id }) => id);
}

/** Marks a quote as approved after its proposal was accepted, even if the quote was rejected before. */
export async function noteProposalAccepted(
  tx: Pick<Database, 'insert' | 'select' | 'update'>,
  { quoteId }: { quoteId: number | null },
  proposalNumber: string,
): Promise<void> {
  if (quoteId === null) return;
  const [before] = await tx
    .select({ id: quotes.id, name: quotes.name, status: quotes.status })
    .from(quotes)
    .where(and(eq(quotes.id, standingFor(quoteId)), ne(quotes.status, 'approved')))
    .for('update');
  if (!before) return;
  const { id, name, status } = before;
  await tx
    .update(quotes)
    .set({ status: 'approved', updatedAt: new Date() })
    .where(eq(quotes.id, id));
  await followStatus(tx, { kind: 'quote', id }, [status, 'approved']);
  await recordAudit(tx, 'system', {
    action: 'quote.status',
    about: `quote:${id}`,
    did: `marked the quote from ${name} as approved: ${proposalNumber} was accepted`,
    after: { status: 'approved' },
  });
  await emitQuote(tx, 'quote.updated', id);
}
