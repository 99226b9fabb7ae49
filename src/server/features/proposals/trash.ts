import { and, eq, lt } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { trashDays } from '~/contract/common/slugs';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { proposals } from '~/server/platform/db/schema/proposals';
import { isDeleted, lockProposal, notFound } from './proposals.rows';

const dayMs = 24 * 60 * 60 * 1000;

/** Deleted drafts, which can be restored for some days. Numbers of deleted drafts are not reused. */
export function createDraftTrash(db: Database) {
  return {
    async remove(actor: Actor, id: number): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const row = await lockProposal(tx, id);
        if (row.status !== 'draft') {
          throw new AppError(
            'CONFLICT',
            'Only drafts can be deleted. Withdraw the proposal instead',
          );
        }
        await tx.update(proposals).set({ deletedAt: new Date() }).where(eq(proposals.id, id));
        await recordAudit(tx, actor, {
          action: 'proposal.deleted',
          about: `proposal:${id}`,
          did: `deleted the draft of the proposal ${row.number}`,
        });
      });
      return { id };
    },

    async restore(actor: Actor, id: number): Promise<{ id: number; number: string }> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .update(proposals)
          .set({ deletedAt: null })
          .where(and(eq(proposals.id, id), isDeleted))
          .returning({ id: proposals.id, number: proposals.number });
        if (!row) throw notFound();
        await recordAudit(tx, actor, {
          action: 'proposal.restored',
          about: `proposal:${id}`,
          did: `restored the draft of the proposal ${row.number}`,
        });
        return row;
      });
    },

    /** Permanently deletes drafts whose time in the trash has passed. @returns the number of drafts */
    async purge(now = new Date()): Promise<number> {
      const since = new Date(now.getTime() - trashDays * dayMs);
      const gone = await db
        .delete(proposals)
        .where(and(isDeleted, lt(proposals.deletedAt, since)))
        .returning({ id: proposals.id });
      return gone.length;
    },
  };
}
