import { and, eq, isNull } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';

/** Notes when a person first answered a quote; later answers change nothing. */
export async function noteFirstAnswer(
  tx: Pick<Database, 'update'>,
  quoteId: number | null,
): Promise<void> {
  if (quoteId === null) return;
  await tx
    .update(quotes)
    .set({ firstAnswerAt: new Date() })
    .where(and(eq(quotes.id, quoteId), isNull(quotes.firstAnswerAt)));
}
