import { and, eq, isNull } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';

/** Notes when a person first answered a lead; later answers change nothing. */
export async function noteFirstAnswer(
  tx: Pick<Database, 'update'>,
  kind: 'quote' | 'message',
  id: number | null,
): Promise<void> {
  if (id === null) return;
  const table = kind === 'quote' ? quotes : contactMessages;
  await tx
    .update(table)
    .set({ firstAnswerAt: new Date() })
    .where(and(eq(table.id, id), isNull(table.firstAnswerAt)));
}
