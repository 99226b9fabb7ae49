import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import { followStatus } from '~/server/features/conversations/conversations.service';
import { type Actor, ownLastStep, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';
import { standingFor } from './quotes/merged';
import { emitQuote } from './quotes/quotes.rows';

type LeadTable = PgTable & Record<'id' | 'status' | 'updatedAt' | 'firstAnswerAt', PgColumn>;

/** Sets the status of leads; any status can follow any other. Leads that already have it do not change. */
export async function setStatus<
  Row extends { id: number; status: string; firstAnswerAt: Date | null },
>(
  db: Database,
  actor: Actor,
  options: {
    table: LeadTable;
    /** Noun in audit texts, such as 'quote'. */
    noun: 'quote' | 'message';
    ids: number[];
    status: Row['status'];
    nameOf(row: Row): string;
    /** Throws to refuse the change. */
    check?(row: Row): void;
    missing: string;
    /**
     * Status that records an answer sent in another way: from a mail program, or by phone. It counts if it is set for
     * one lead; bulk changes answer none of them.
     */
    answers: Row['status'];
    /** Part of the change, for example an email that waits for Undo. If it fails, nothing is changed. */
    effect?(
      tx: Pick<Database, 'insert' | 'select' | 'update'>,
      before: Row,
      after: Row,
    ): Promise<void>;
    /** Undoes the last change of the same admin, and the answer that it recorded. */
    isUndo?: boolean;
  },
): Promise<void> {
  const { table, noun, ids, status, nameOf, missing, answers, isUndo = false } = options;
  await db.transaction(async (tx) => {
    // Locked in a fixed order, so that concurrent bulk changes cannot deadlock. Drizzle cannot infer the row type of a
    // table parameter: the caller provides the type of its own table's rows, here and below.
    const found = (await tx
      .select()
      .from(table)
      .where(inArray(table.id, ids))
      .orderBy(table.id)
      .for('update')) as unknown as Row[];
    if (found.length === 0) throw new AppError('NOT_FOUND', missing);
    for (const row of found) options.check?.(row);
    for (const row of found) {
      if (row.status === status) continue;
      const about = `${noun}:${row.id}`;
      const action = `${noun}.status`;
      const step = { about, action, from: status, to: row.status };
      const taken = isUndo ? await ownLastStep(tx, actor, step) : undefined;
      const isFirstAnswer = status === answers && ids.length === 1 && row.firstAnswerAt === null;
      const [written] = await tx
        .update(table)
        .set({
          status,
          updatedAt: new Date(),
          ...(isFirstAnswer && { firstAnswerAt: sql`now()` }),
          ...(taken?.after.isFirstAnswer === true && { firstAnswerAt: null }),
        })
        .where(eq(table.id, row.id))
        .returning();
      await options.effect?.(tx, row, written as unknown as Row);
      await followStatus(tx, { kind: noun, id: row.id }, [row.status, status]);
      await recordAudit(tx, actor, {
        action,
        about,
        did: `marked the ${noun} from ${nameOf(row)} as ${status}`,
        before: { status: row.status },
        after: { status, ...(isFirstAnswer && { isFirstAnswer }) },
      });
      if (noun === 'quote') await emitQuote(tx, 'quote.updated', row.id);
    }
  });
}

/** A quote whose proposal was accepted is approved, even if it was rejected before. */
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
