import { eq } from 'drizzle-orm';

import { type AdminQuote, adminQuoteSchema } from '~/contract/leads/leads-schema';
import { ownerName } from '~/server/features/leads/owner-name';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import { quotes } from '~/server/platform/db/schema/quotes';

export type QuoteRow = typeof quotes.$inferSelect;

/** Selects quotes with the state of their conversations. */
export const selectQuotes = (db: Pick<Database, 'select'>) =>
  db
    .select({ lead: quotes, ownerId: conversations.ownerId, ownerName, dueAt: conversations.dueAt })
    .from(quotes)
    .leftJoin(conversations, eq(conversations.quoteId, quotes.id))
    .leftJoin(users, eq(users.id, conversations.ownerId))
    .$dynamic();

export type FoundQuote = Awaited<ReturnType<typeof selectQuotes>>[number];

/** Returns a quote as the panel shows it. */
export function toAdminQuote({ lead, ownerId, dueAt }: FoundQuote): AdminQuote {
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
  } = lead;
  return {
    ...rest,
    source: enteredSource ?? (rest.answers ? 'form' : rest.source),
    firstAnswerAt: firstAnswerAt?.toISOString() ?? null,
    ownerId,
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Emits the webhook event for a changed quote. */
export const emitQuote = (
  tx: Pick<Database, 'insert' | 'select'>,
  type: 'quote.created' | 'quote.updated',
  id: number,
) =>
  emitEvent(tx, type, {
    about: `quote:${id}`,
    read: async () => {
      const [row] = await selectQuotes(tx).where(eq(quotes.id, id));
      if (!row) throw new Error('the quote of an event is missing');
      return adminQuoteSchema.parse(toAdminQuote(row));
    },
  });
