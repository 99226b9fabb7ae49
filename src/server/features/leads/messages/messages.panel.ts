import { eq } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import type { MessageStatus } from '~/contract/leads/contact';
import type { AdminMessage } from '~/contract/leads/leads-schema';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import { summaryOfMessage } from '~/server/features/leads/emails';
import { ownerName } from '~/server/features/leads/owner-name';
import { relatedActivityOf } from '~/server/features/leads/related-activity';
import { createLeadSearch } from '~/server/features/leads/search-leads';
import { setSpam } from '~/server/features/leads/spam';
import { setStatus } from '~/server/features/leads/statuses';
import { proposalsOfLead } from '~/server/features/proposals/of-lead';
import type { Actor, Audit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { users } from '~/server/platform/db/schema/identity';
import { proposals } from '~/server/platform/db/schema/proposals';
import { type MessageRow as Row, toAdminMessage } from './messages.rows';

const missing = 'Message not found';
const sorts = {
  createdAt: contactMessages.createdAt,
  name: contactMessages.lastName,
  status: contactMessages.status,
  owner: ownerName,
};
export type MessageSort = keyof typeof sorts;

/** Contact messages in the panel. */
export function createMessagesAdmin(
  db: Database,
  options: {
    audit: Audit;
    getResponseTimes(): Promise<ResponseTimes>;
  },
) {
  const { audit, getResponseTimes } = options;
  const search = createLeadSearch<Row, AdminMessage, MessageStatus, MessageSort>(db, {
    kind: 'message',
    table: contactMessages,
    sorts,
    select: ({ where, limit, offset }, order) =>
      db
        .select({ lead: contactMessages, ownerName })
        .from(contactMessages)
        .leftJoin(users, eq(users.id, contactMessages.ownerId))
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    present: toAdminMessage,
    getResponseTimes,
  });

  return {
    search,

    /** Returns a message with its proposals and related activity. */
    async get(id: number) {
      const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
      if (!row) throw new AppError('NOT_FOUND', missing);
      const time = await getResponseTimes();
      const [offers, activity] = await Promise.all([
        proposalsOfLead(db, eq(proposals.messageId, id), dateIn(time.timeZone, new Date())),
        relatedActivityOf(db, audit, [`message:${id}`]),
      ]);
      return { message: toAdminMessage(row, time), proposals: offers, ...activity };
    },

    setSpam: (actor: Actor, ids: number[], isSpam: boolean) =>
      setSpam<Row>(db, actor, {
        table: contactMessages,
        noun: 'message',
        ids,
        isSpam,
        nameOf: (row) => summaryOfMessage(row).name,
      }),

    async setStatus(
      actor: Actor,
      ids: number[],
      status: MessageStatus,
      isUndo = false,
    ): Promise<AdminMessage[]> {
      const time = await getResponseTimes();
      const rows = await setStatus<Row>(db, actor, {
        table: contactMessages,
        noun: 'message',
        ids,
        status,
        isUndo,
        nameOf: (row) => `${row.firstName} ${row.lastName}`,
        missing,
        answers: 'replied',
      });
      return rows.map((row) => toAdminMessage(row, time));
    },
  };
}

export type MessagesAdmin = ReturnType<typeof createMessagesAdmin>;
