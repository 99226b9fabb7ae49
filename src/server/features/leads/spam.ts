import { and, inArray, isNotNull, sql } from 'drizzle-orm';

import { aboutOf } from '~/contract/conversations/records';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import { hide } from '~/server/features/conversations/conversations.service';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { leadTables } from './lead-tables';
import { emitQuote } from './quotes/quotes.rows';

/**
 * Marks leads as spam, which excludes them from lists and counts; or removes the mark, also if it was set
 * automatically.
 *
 * @returns how many leads changed
 */
export async function setSpam(
  db: Database,
  actor: Actor,
  { kind, ids, isSpam }: { kind: LeadKind; ids: number[]; isSpam: boolean },
): Promise<{ changed: number }> {
  const { table, name } = leadTables[kind];
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(table)
      .set({
        isSpam,
        spamReason: isSpam ? `marked by ${nameOf(actor)}` : null,
        updatedAt: new Date(),
      })
      .where(
        and(
          inArray(table.id, ids),
          isSpam ? sql`not ${table.isSpam}` : isNotNull(table.spamReason),
        ),
      )
      .returning({ id: table.id, name });
    const changed = rows.map(({ id }) => id);
    await hide(tx, kind, changed, isSpam);
    for (const row of rows) {
      await recordAudit(tx, actor, {
        action: isSpam ? `${kind}.spam` : `${kind}.not_spam`,
        about: aboutOf({ kind, id: row.id }),
        did: `marked the ${kind} from ${row.name} as ${isSpam ? 'spam' : 'not spam'}`,
      });
      if (kind === 'quote') await emitQuote(tx, 'quote.updated', row.id);
    }
    return { changed: changed.length };
  });
}
