import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';

import { listMax } from '~/contract/common/limits';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import { dueAt } from '~/contract/settings/response-times';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { users } from '~/server/platform/db/schema/identity';
import { quotes } from '~/server/platform/db/schema/quotes';
import { isNewsQuote } from './quotes/merged';
import { isNewsRow } from './submissions';

const ownerName = sql<string>`coalesce(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`;

/** Leads that wait for their first answer, oldest first. Spam is left out, and so is what was turned down. */
export async function unansweredLeads(db: Database) {
  const [quoted, written] = await Promise.all([
    db
      .select({
        id: quotes.id,
        name: quotes.name,
        createdAt: quotes.createdAt,
        ownerId: quotes.ownerId,
        ownerName,
      })
      .from(quotes)
      .leftJoin(users, eq(users.id, quotes.ownerId))
      .where(and(isNull(quotes.firstAnswerAt), ne(quotes.status, 'rejected'), isNewsQuote))
      .orderBy(asc(quotes.createdAt), asc(quotes.id))
      .limit(listMax),
    db
      .select({
        id: contactMessages.id,
        name: sql<string>`${contactMessages.firstName} || ' ' || ${contactMessages.lastName}`,
        createdAt: contactMessages.createdAt,
        ownerId: contactMessages.ownerId,
        ownerName,
      })
      .from(contactMessages)
      .leftJoin(users, eq(users.id, contactMessages.ownerId))
      .where(and(isNull(contactMessages.firstAnswerAt), isNewsRow))
      .orderBy(asc(contactMessages.createdAt), asc(contactMessages.id))
      .limit(listMax),
  ]);
  return [
    ...quoted.map((row) => ({ ...row, kind: 'quote' as const })),
    ...written.map((row) => ({ ...row, kind: 'message' as const })),
  ];
}

/** The condition of the overdue rows of a table of leads. Working time is counted here, and not by the database. */
export async function overdueRows(db: Database, kind: LeadKind, time: ResponseTimes) {
  const now = new Date();
  const ids = (await unansweredLeads(db))
    .filter((lead) => lead.kind === kind && dueAt(lead.createdAt, time) < now)
    .map(({ id }) => id);
  const { id } = kind === 'quote' ? quotes : contactMessages;
  return ids.length > 0 ? inArray(id, ids) : sql`false`;
}
