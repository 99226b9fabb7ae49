import { and, asc, eq, isNull, lt } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { atOnce, forEachInvoice, type JobDeps } from './each-invoice';
import { emitInvoice } from './emit-invoice';

/** Records in the timeline of each open invoice that its due date has passed, once per invoice. */
export async function noteOverdue(db: Database, deps: JobDeps, now: Date): Promise<void> {
  const { today } = (await deps.prepare(now)).context;
  const isNews = and(
    eq(invoices.status, 'open'),
    isNull(invoices.overdueAt),
    lt(invoices.dueDate, today),
  );
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(isNews)
    .orderBy(asc(invoices.dueDate))
    .limit(atOnce);
  await forEachInvoice(db, rows, deps, async (tx, id) => {
    const noted = await tx
      .update(invoices)
      .set({ overdueAt: now })
      .where(and(eq(invoices.id, id), isNews))
      .returning({ id: invoices.id });
    if (noted.length > 0) await emitInvoice(tx, 'invoice.overdue', id);
    return noted.length > 0;
  });
}
