import { eq, inArray } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import type { MessageStatus } from '~/contract/leads/contact';
import type { AdminMessage } from '~/contract/leads/leads-schema';
import { ownerName } from '~/server/features/leads/owner-name';
import { relatedActivityOf } from '~/server/features/leads/related-activity';
import { createLeadSearch } from '~/server/features/leads/search-leads';
import { setSpam } from '~/server/features/leads/spam';
import { setStatus } from '~/server/features/leads/statuses';
import { proposalsOfLead } from '~/server/features/proposals/of-lead';
import type { Actor, Audit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { proposals } from '~/server/platform/db/schema/proposals';
import { type FoundMessage, selectMessages, toAdminMessage } from './messages.rows';

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
    getTimeZone(): Promise<string>;
  },
) {
  const { audit } = options;
  const search = createLeadSearch<FoundMessage, AdminMessage, MessageStatus, MessageSort>(db, {
    kind: 'message',
    table: contactMessages,
    sorts,
    select: ({ where, limit, offset }, order) =>
      selectMessages(db)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    present: toAdminMessage,
  });

  return {
    search,

    /** Returns a message with its proposals and related activity. */
    async get(id: number) {
      const [row] = await selectMessages(db).where(eq(contactMessages.id, id));
      if (!row) throw new AppError('NOT_FOUND', missing);
      const today = dateIn(await options.getTimeZone(), new Date());
      const [offers, activity] = await Promise.all([
        proposalsOfLead(db, eq(proposals.messageId, id), today),
        relatedActivityOf(db, audit, [`message:${id}`]),
      ]);
      return { message: toAdminMessage(row), proposals: offers, ...activity };
    },

    setSpam: (actor: Actor, ids: number[], isSpam: boolean) =>
      setSpam(db, actor, { kind: 'message', ids, isSpam }),

    async setStatus(
      actor: Actor,
      ids: number[],
      status: MessageStatus,
      isUndo = false,
    ): Promise<AdminMessage[]> {
      await db.transaction((tx) => setStatus(tx, actor, { kind: 'message', ids, status, isUndo }));
      const rows = await selectMessages(db)
        .where(inArray(contactMessages.id, ids))
        .orderBy(contactMessages.id);
      return rows.map(toAdminMessage);
    },
  };
}

export type MessagesAdmin = ReturnType<typeof createMessagesAdmin>;
