import { eq, sql } from 'drizzle-orm';

import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';
import { emitQuote } from './quotes/quotes.rows';

type Executor = Pick<Database, 'insert' | 'select' | 'update'>;

/** Proposal that answers a lead. */
interface Proposed {
  actor: Actor;
  number: string;
}

/**
 * Records that a person has answered a lead: it counts as contacted, and this may be its first answer. A proposal also
 * reopens a declined quote. Other statuses stay.
 *
 * @returns whether its status changed
 */
export async function answerLead(
  tx: Executor,
  { kind, id }: { kind: 'quote' | 'message'; id: number },
  proposed?: Proposed,
): Promise<boolean> {
  const table = kind === 'quote' ? quotes : contactMessages;
  const status = kind === 'quote' ? 'contacted' : 'replied';
  const [before] =
    kind === 'quote'
      ? await tx.select().from(quotes).where(eq(quotes.id, id)).for('update')
      : await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
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
    const name = 'name' in before ? before.name : `${before.firstName} ${before.lastName}`;
    await recordAudit(tx, proposed.actor, {
      action: `${kind}.status`,
      about: `${kind}:${id}`,
      did: `marked the ${kind} from ${name} as ${status}: it was sent the proposal ${proposed.number}`,
      before: { status: before.status },
      after: { status },
    });
  }
  if (kind === 'quote') await emitQuote(tx, 'quote.updated', id);
  return isOpen;
}
