import { and, arrayContains, asc, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { countMax, listMax } from '~/contract/common/limits';
import type { Page } from '~/contract/common/paging';
import {
  aboutOf,
  permissionFor,
  type RecordRef,
  recordKinds,
} from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import { defaultInboxTab, type InboxTab, inboxKeyOf, inboxStageOf } from '~/contract/inbox/inbox';
import type { FollowUp, InboxChange, InboxItem, InboxList } from '~/contract/inbox/inbox-schema';
import {
  lockConversations,
  writeConversation,
} from '~/server/features/conversations/conversations.service';
import { waitFrom } from '~/server/features/conversations/due-times';
import {
  type FoundConversation,
  selectConversations,
} from '~/server/features/conversations/records';
import { digitsOf } from '~/server/features/leads/submissions';
import { changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { countUpTo, holds } from '~/server/platform/db/paging';
import { auditLog } from '~/server/platform/db/schema/audit';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { conversations, isConversationOf } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

type Row = typeof conversations.$inferSelect;

/** Maximum number of open items on a board, and half of the maximum number of completed items. */
const boardMax = 200;
const boardDays = 30;
const tagsShown = 50;
const detailsMax = 500;

/** Returns the follow-up of an item, as displayed and recorded. */
const followUpOf = (row: Row): FollowUp => ({
  nextStep: row.nextStep,
  nextStepOn: row.nextStepOn,
  tags: row.tags,
  snoozedUntil: row.snoozedUntil,
  doneAt: row.doneAt?.toISOString() ?? null,
});

const refOf = ({ kind, recordId }: Row): RecordRef => ({ kind, id: recordId });

const followed = alias(conversations, 'followed');

function toItem({ row, owner, details, ...shown }: FoundConversation): InboxItem {
  const { lastMessage, ownerId, waitingSince, dueAt, createdAt } = row;
  return {
    ...followUpOf(row),
    ...shown,
    key: inboxKeyOf(shown),
    details: details.slice(0, detailsMax),
    lastWords: lastMessage,
    stage: inboxStageOf(shown.kind, shown.status),
    ownerId,
    ownerName: owner ?? '',
    waitingSince: waitingSince?.toISOString() ?? null,
    dueAt: (waitingSince && dueAt?.toISOString()) ?? null,
    createdAt: createdAt.toISOString(),
  };
}

const isListed = sql`(not ${conversations.isHidden} and ${conversations.mainId} is null)`;
const isOpen = sql`(${conversations.doneAt} is null and ${isListed})`;

/** Returns the condition of each list. Each condition equals that of a partial index, which also sorts the list. */
function conditionsOf(today: string): Record<InboxTab, SQL> {
  const isShown = sql`(${isOpen} and coalesce(${conversations.snoozedUntil} <= ${today}, true))`;
  const hasWait = sql`${conversations.waitingSince} is not null`;
  const hasStep = sql`coalesce(${conversations.nextStepOn} <= ${today}, false)`;
  return {
    todo: sql`(${isShown} and ${conversations.dueFrom} is not null and (${hasWait} or ${hasStep}))`,
    waiting: sql`(${isShown} and ${conversations.waitingSince} is null and not ${hasStep})`,
    snoozed: sql`(${isOpen} and ${conversations.snoozedUntil} > ${today})`,
    done: sql`(${conversations.doneAt} is not null and ${isListed})`,
  };
}

const orders: Record<InboxTab, SQL[]> = {
  todo: [asc(conversations.dueFrom), asc(conversations.id)],
  waiting: [desc(conversations.updatedAt), desc(conversations.id)],
  snoozed: [asc(conversations.snoozedUntil), asc(conversations.id)],
  done: [desc(conversations.doneAt), desc(conversations.id)],
};

/**
 * Matches conversations whose record, client or follow-up contains the text. Each part of the condition uses an index of its
 * table.
 */
function isFound(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  // Phone numbers may be typed with spaces, a country code or a leading zero.
  const digits = digitsOf(search).replace(/^0+/, '');
  const isNumber = digits.length >= 5 && /^[\d\s()+/.-]+$/.test(search);
  const text = (column: Parameters<typeof holds>[0]) => holds(column, search);
  const lead = (table: typeof quotes | typeof contactMessages) =>
    or(text(table.searchText), isNumber ? holds(table.searchText, digits) : undefined);
  return sql`${conversations.id} = any(array(
    select coalesce(part.main_id, part.id) from conversations part where part.quote_id in (
      select ${quotes.id} from ${quotes} where ${lead(quotes)})
    union all select part.id from conversations part where part.contact_message_id in (
      select ${contactMessages.id} from ${contactMessages} where ${lead(contactMessages)})
    union all select part.id from conversations part where part.request_id in (
      select ${serviceRequests.id} from ${serviceRequests} where ${text(serviceRequests.searchText)}
      union all select ${serviceRequests.id} from ${serviceRequests} where ${serviceRequests.userId} in (
        select ${users.id} from ${users} where ${text(users.searchText)}))
    union all select part.id from conversations part where part.proposal_id in (
      select ${proposals.id} from ${proposals} where ${text(proposals.searchText)})
    union all select ${followed.id} from ${conversations} followed where ${text(followed.searchText)}))`;
}

/** Matches conversations that are assigned to an admin, or to nobody. */
function isOwned({ owner }: InboxList, userId: string): SQL | undefined {
  if (!owner) return undefined;
  return owner === 'mine' ? eq(conversations.ownerId, userId) : isNull(conversations.ownerId);
}

/** Lists open conversations of all kinds, each with its follow-up. */
export function createInbox(db: Database, { getTimeZone }: { getTimeZone(): Promise<string> }) {
  /** Matches items that the admin can see and searches for. */
  const matching = (user: CurrentUser, list: InboxList) =>
    and(
      ...recordKinds.map((kind) =>
        may(user, permissionFor(kind, 'read')) ? undefined : ne(conversations.kind, kind),
      ),
      list.kind && eq(conversations.kind, list.kind),
      isOwned(list, user.id),
      list.tag ? arrayContains(conversations.tags, [list.tag]) : undefined,
      isFound(list.search),
    );

  /**
   * Counts each list up to a maximum, in the order of its index, so that counting a long list takes no longer than
   * counting a short one.
   */
  async function countTabs(where: SQL | undefined, conditions: Record<InboxTab, SQL>) {
    const counted = (tab: InboxTab) =>
      countUpTo(conversations, and(where, conditions[tab]), orders[tab]);
    const [counts] = await db
      .select({
        todo: counted('todo'),
        waiting: counted('waiting'),
        snoozed: counted('snoozed'),
        done: counted('done'),
      })
      .from(sql`(select) one`);
    return counts ?? { todo: 0, waiting: 0, snoozed: 0, done: 0 };
  }

  return {
    async page(user: CurrentUser, list: InboxList): Promise<Page<InboxItem>> {
      const conditions = conditionsOf(dateIn(await getTimeZone(), new Date()));
      const tab = list.status ?? defaultInboxTab;
      const { page = 1, pageSize = listMax } = list;
      const where = matching(user, list);
      const read = (shown: SQL, order: SQL[], limit: number, offset = 0) =>
        selectConversations(db)
          .where(and(where, shown))
          .orderBy(...order)
          .limit(limit)
          .offset(offset);
      const doneLately = sql`(${conditions.done} and ${conversations.doneAt} > now() - make_interval(days => ${boardDays}))`;
      const [counts, ...parts] = await Promise.all([
        countTabs(where, conditions),
        ...(list.isBoard
          ? [
              read(sql`(${conditions.todo} or ${conditions.waiting})`, orders.todo, boardMax),
              read(doneLately, orders.done, boardMax / 2),
            ]
          : [read(conditions[tab], orders[tab], pageSize, (page - 1) * pageSize)]),
      ]);
      const rows = parts.flat().map(toItem);
      // If the count has reached its maximum, a full page may be followed by another one.
      const upTo = (page - 1) * pageSize + rows.length;
      const total = counts[tab] > countMax ? Math.max(counts[tab], upTo + 1) : counts[tab];
      return { rows, total: list.isBoard ? rows.length : total, counts };
    },

    /** Returns a single item, which is shown next to its record. */
    async get(user: CurrentUser, ref: RecordRef): Promise<InboxItem> {
      const [row] = await selectConversations(db).where(
        and(
          isConversationOf(ref),
          ref.kind === 'proposal' ? isListed : undefined,
          matching(user, {}),
        ),
      );
      if (!row) throw new AppError('NOT_FOUND', 'This is not in the inbox');
      return toItem(row);
    },

    /** Returns the tags in use, most frequent first. */
    async tags(): Promise<string[]> {
      const rows = await db.execute<{ tag: string }>(sql`
        select tag from ${conversations}, unnest(${conversations.tags}) tag
        where ${conversations.tags} <> '{}' group by tag order by count(*) desc, tag limit ${tagsShown}`);
      return rows.map(({ tag }) => tag);
    },

    /** Changes the follow-ups of items. @returns the follow-ups before the change, for Undo */
    async change(
      user: CurrentUser,
      { items, isDone, isAnswered, ...followUp }: InboxChange,
    ): Promise<{ before: (RecordRef & FollowUp)[] }> {
      return db.transaction(async (tx) => {
        const rows = await lockConversations(tx, items);
        if (rows.length < new Set(items.map(inboxKeyOf)).size) {
          throw new AppError('NOT_FOUND', 'One of these is no longer in the inbox');
        }
        for (const row of rows) {
          const write = permissionFor(row.kind, 'write');
          if (!may(user, write)) {
            throw new AppError('FORBIDDEN', forbiddenMessageOf(user, write));
          }
          const [after] = await writeConversation(tx, row, {
            ...followUp,
            ...(isDone !== undefined && { doneAt: isDone ? (row.doneAt ?? new Date()) : null }),
            ...(isAnswered && { waitingSince: null, dueAt: null }),
            ...(isAnswered === false && (await waitBefore(tx, user, row))),
          }).returning();
          if (!after) continue;
          const withWait = (one: Row) => ({ ...followUpOf(one), waitingSince: one.waitingSince });
          const difference = changed(withWait(row), withWait(after));
          if (!difference) continue;
          const [shown] = await selectConversations(tx).where(eq(conversations.id, row.id));
          await recordAudit(tx, user, {
            action: `${row.kind}.planned`,
            about: aboutOf(refOf(row)),
            did: `${wordsOf(followUpOf(row), followUpOf(after))} ${shown ? nounOf(shown) : ''}`,
            ...difference,
          });
        }
        return {
          before: rows.map((row) => ({ ...followUpOf(row), ...refOf(row) })),
        };
      });
    },
  };
}

/**
 * Returns `waitingSince` and `dueAt` as they were before this admin’s last change, so that the change can be undone.
 * Empty if someone else has changed the item since then.
 */
async function waitBefore(tx: Pick<Database, 'select'>, user: CurrentUser, row: Row) {
  const about = aboutOf(refOf(row));
  const [newest] = await tx
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.about, about), eq(auditLog.action, `${row.kind}.planned`)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  const since = (newest?.before as { waitingSince?: string } | null)?.waitingSince;
  return newest?.actorId === user.id && since ? waitFrom(tx, new Date(since)) : {};
}

const nounOf = ({ row: { kind }, name, about }: FoundConversation): string =>
  kind === 'request' || kind === 'proposal' ? `the ${kind} “${about}”` : `the ${kind} from ${name}`;

/** Returns the verb phrase for a change of an item's follow-up, to be followed by the item. */
function wordsOf(before: FollowUp, after: FollowUp): string {
  if (before.doneAt === null && after.doneAt !== null) return 'set aside';
  if (before.doneAt !== null && after.doneAt === null) return 'took back into the inbox';
  if (before.snoozedUntil !== after.snoozedUntil) {
    return after.snoozedUntil ? `snoozed until ${after.snoozedUntil}` : 'no longer snoozes';
  }
  if (before.nextStep !== after.nextStep || before.nextStepOn !== after.nextStepOn) {
    return 'planned the next step of';
  }
  if (String(before.tags) !== String(after.tags)) return 'changed the tags of';
  return 'noted an answer to';
}

export type Inbox = ReturnType<typeof createInbox>;
