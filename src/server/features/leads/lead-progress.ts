import { eq, sql } from 'drizzle-orm';

import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { leadTables } from './lead-tables';
import { emitQuote } from './quotes/quotes.rows';

type Executor = Pick<Database, 'insert' | 'select' | 'update'>;

/** Proposal that was sent in reply to a lead. */
interface Proposed {
  actor: Actor;
  number: string;
}

/**
 * Records that a person has answered a lead. The lead then counts as contacted, and this may be its first reply. A
 * proposal also reopens a declined quote. Other statuses do not change.
 *
 * @returns whether the status changed
 */
export async function answerLead(
  tx: Executor,
  { kind, id }: { kind: 'quote' | 'message'; id: number },
  proposed?: Proposed,
): Promise<boolean> {
  const { table, name, answered: status } = leadTables[kind];
  const [before] = await tx
    .select({ status: table.status, firstAnswerAt: table.firstAnswerAt, name })
    .from(table)
    .where(eq(table.id, id))
    .for('update');
  if (!before) return false;
  const isOpen =
    ['pending', 'unread', 'read'].includes(before.status) ||
    (before.status === 'rejected' && proposed !== undefined);
  if (!isOpen && before.firstAnswerAt) return false;
  await tx
    .update(table)
    .set({
      ...(isOpen && { status, updatedAt: new Date() }),
      firstAnswerAt: sql`coalesce(${table.firstAnswerAt}, now())`,
    })
    .where(eq(table.id, id));
  if (isOpen && proposed) {
    await recordAudit(tx, proposed.actor, {
      action: `${kind}.status`,
      about: `${kind}:${id}`,
      did: `marked the ${kind} from ${before.name} as ${status}: it was sent the proposal ${proposed.number}`,
      before: { status: before.status },
      after: { status },
    });
  }
  if (kind === 'quote') await emitQuote(tx, 'quote.updated', id);
  return isOpen;
}
