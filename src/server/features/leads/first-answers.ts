import { and, eq, isNull } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';

/** Notes when a person first answered a lead; later answers change nothing. */
export async function noteFirstAnswer(
  tx: Pick<Database, 'update'>,
  lead: { quoteId: number | null; messageId: number | null },
): Promise<void> {
  for (const [table, id] of [
    [quotes, lead.quoteId],
    [contactMessages, lead.messageId],
  ] as const) {
    if (id === null) continue;
    await tx
      .update(table)
      .set({ firstAnswerAt: new Date() })
      .where(and(eq(table.id, id), isNull(table.firstAnswerAt)));
  }
}
