import { and, count, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { MailKind } from '~/contract/common/mail';
import type { ListQuery } from '~/contract/common/paging';
import { type Actor, nameOf, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';
import type { LeadSummary } from './emails';
import type { LeadMails } from './lead-mails';

const byHand = 'marked by ';

/** The mails that say that a lead has arrived. */
const toldBy = {
  quote: ['quote_received', 'quote_notice'],
  message: ['message_received', 'message_notice'],
} as const satisfies Record<string, readonly MailKind[]>;

type SpamTable = PgTable & Record<'id' | 'spamReason' | 'updatedAt', PgColumn>;

/** What a list of leads takes of a filter among which `spam` is no status. */
export function withoutSpam<Status extends string, Sort extends string>(
  request: ListQuery<Status | 'spam', Sort>,
  spamReason: PgColumn,
): { request: ListQuery<Status, Sort>; matching: SQL } {
  const { status, ...rest } = request;
  if (status === 'spam') return { request: rest, matching: isNotNull(spamReason) };
  return {
    request: { ...rest, ...(status && { status }) } as ListQuery<Status, Sort>,
    matching: isNull(spamReason),
  };
}

/** How many of the found rows are spam, which the counts by status leave out. */
export async function countSpam(
  db: Pick<Database, 'select'>,
  table: SpamTable,
  found: SQL | undefined,
): Promise<number> {
  const [row] = await db
    .select({ spam: count() })
    .from(table)
    .where(and(found, isNotNull(table.spamReason)));
  return row?.spam ?? 0;
}

/**
 * Marks leads as spam, or takes the mark away: then the emails that were held are written, once.
 *
 * @returns how many were changed, and for how many emails are on their way
 */
export async function setSpam<Row extends { id: number }>(
  db: Database,
  actor: Actor,
  leadMails: LeadMails,
  options: {
    table: SpamTable;
    noun: 'quote' | 'message';
    ids: number[];
    isSpam: boolean;
    summaryOf(row: Row): LeadSummary;
  },
): Promise<{ changed: number; mailed: number }> {
  const { table, noun, ids, isSpam, summaryOf } = options;
  const tell = await leadMails.open();
  const result = await db.transaction(async (tx) => {
    const before = await tx
      .select({ id: table.id, spamReason: table.spamReason })
      .from(table)
      .where(inArray(table.id, ids))
      .for('update');
    // Leads that an admin marked by hand were announced when they arrived.
    const held = new Set(
      before
        .filter(({ spamReason }) => !String(spamReason ?? byHand).startsWith(byHand))
        .map(({ id }) => Number(id)),
    );
    let mailed = 0;
    const rows = (await tx
      .update(table)
      .set({ spamReason: isSpam ? `${byHand}${nameOf(actor)}` : null, updatedAt: new Date() })
      .where(
        and(
          inArray(table.id, ids),
          isSpam ? isNull(table.spamReason) : isNotNull(table.spamReason),
        ),
      )
      .returning()) as unknown as Row[];
    for (const row of rows) {
      const lead = summaryOf(row);
      await record(tx, actor, {
        action: isSpam ? `${noun}.spam` : `${noun}.not_spam`,
        about: `${noun}:${row.id}`,
        did: `marked the ${noun} from ${lead.name} as ${isSpam ? 'spam' : 'not spam'}`,
      });
      if (isSpam || !held.has(row.id)) continue;
      const [told] = await tx
        .select({ id: mails.id })
        .from(mails)
        .where(and(eq(mails.about, `${noun}:${row.id}`), inArray(mails.kind, toldBy[noun])))
        .limit(1);
      if (told) continue;
      await tell(tx, lead, {});
      mailed += 1;
    }
    return { changed: rows.length, mailed };
  });
  leadMails.sendSoon();
  return result;
}
