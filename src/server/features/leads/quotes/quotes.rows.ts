import { eq } from 'drizzle-orm';

import { type AdminQuote, adminQuoteSchema } from '~/contract/leads/leads-schema';
import { dueAt } from '~/contract/settings/response-times';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import { readSetting } from '~/server/features/settings/read-setting';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';

export type QuoteRow = typeof quotes.$inferSelect;

/** The row as the panel shows it, with its due time. */
export function toAdminQuote(row: QuoteRow, time: ResponseTimes): AdminQuote {
  const {
    searchText,
    submissionKey,
    submissionDigest,
    enteredSource,
    mergedInto: _,
    createdAt,
    updatedAt,
    firstAnswerAt,
    ...rest
  } = row;
  return {
    ...rest,
    source: enteredSource ?? (rest.answers ? 'form' : rest.source),
    firstAnswerAt: firstAnswerAt?.toISOString() ?? null,
    dueAt: dueAt(createdAt, time).toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Announces a quote to webhooks, after it was changed. */
export const emitQuote = (
  tx: Pick<Database, 'insert' | 'select'>,
  type: 'quote.created' | 'quote.updated',
  id: number,
) =>
  emitEvent(tx, type, {
    about: `quote:${id}`,
    read: async () => {
      const [row] = await tx.select().from(quotes).where(eq(quotes.id, id));
      if (!row) throw new Error('the quote of an event is missing');
      return adminQuoteSchema.parse(toAdminQuote(row, await readSetting(tx, 'responseTimes')));
    },
  });
