import { and, arrayContains, asc, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import type { Page } from '~/contract/common/paging';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may, type Permission } from '~/contract/identity/permissions';
import {
  defaultInboxView,
  type InboxKind,
  type InboxView,
  inboxKeyOf,
} from '~/contract/inbox/inbox';
import type {
  InboxChange,
  InboxItem,
  InboxList,
  InboxPlan,
  InboxRef,
} from '~/contract/inbox/inbox-schema';
import { dueAt } from '~/contract/settings/response-times';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import { ownerName } from '~/server/features/leads/owner-name';
import { digitsOf } from '~/server/features/leads/submissions';
import { changed, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds } from '~/server/platform/db/paging';
import { auditLog } from '~/server/platform/db/schema/audit';
import { users } from '~/server/platform/db/schema/identity';
import { inboxItems } from '~/server/platform/db/schema/inbox';

type Row = typeof inboxItems.$inferSelect;

/** A board shows so many open items at most, and half as many done ones of these days. */
const boardMax = 200;
const boardDays = 30;
const tagsShown = 50;

const recordIdOf = (row: Row): number => {
  const id = row.quoteId ?? row.contactMessageId ?? row.requestId ?? row.proposalId;
  if (id === null) throw new Error('an inbox item has no record');
  return id;
};

const columns = {
  quote: inboxItems.quoteId,
  message: inboxItems.contactMessageId,
  request: inboxItems.requestId,
  proposal: inboxItems.proposalId,
} as const;

/** What it takes to see and to change items whose record is no lead. */
const permissionsOf: Partial<Record<InboxKind, { read: Permission; write: Permission }>> = {
  request: { read: 'requests.read', write: 'requests.write' },
  proposal: { read: 'proposals.read', write: 'proposals.write' },
};

/** The plan of an item, as it is shown and recorded. */
const planOf = (row: Row): InboxPlan => ({
  nextStep: row.nextStep,
  nextStepOn: row.nextStepOn,
  tags: row.tags,
  snoozedUntil: row.snoozedUntil,
  doneAt: row.doneAt?.toISOString() ?? null,
});

/** Why the lead of an item may be spam. */
const spamReason = sql<string | null>`coalesce(
  (select spam_reason from quotes where id = ${inboxItems.quoteId}),
  (select spam_reason from contact_messages where id = ${inboxItems.contactMessageId}))`;

function toItem(
  { row, owner, spamReason }: { row: Row; owner: string | null; spamReason: string | null },
  time: ResponseTimes,
): InboxItem {
  const {
    kind,
    name,
    email,
    about,
    details,
    lastWords,
    status,
    stage,
    ownerId,
    waitingSince,
    createdAt,
  } = row;
  const recordId = recordIdOf(row);
  return {
    ...planOf(row),
    id: inboxKeyOf({ kind, recordId }),
    kind,
    recordId,
    name,
    email,
    about,
    details,
    lastWords,
    spamReason,
    status,
    stage,
    ownerId,
    ownerName: owner ?? '',
    waitingSince: waitingSince?.toISOString() ?? null,
    dueAt: waitingSince && dueAt(waitingSince, time).toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/** A phone number as it is typed: with spaces, a country code or a leading zero. */
function holdsPhone(search: string | undefined): SQL | undefined {
  const digits = digitsOf(search ?? '').replace(/^0+/, '');
  const isNumber = digits.length >= 5 && /^[\d\s()+/.-]+$/.test(search ?? '');
  return isNumber ? holds(inboxItems.searchText, digits) : undefined;
}

const isOpen = sql`(${inboxItems.doneAt} is null and not ${inboxItems.isSpam})`;

/** Of each view, its rows. The conditions repeat those of the partial indexes. */
function conditionsOf(today: string): Record<InboxView, SQL> {
  const isSnoozed = sql`coalesce(${inboxItems.snoozedUntil} > ${today}, false)`;
  const isDue = sql`(${inboxItems.waitingSince} is not null or coalesce(${inboxItems.nextStepOn} <= ${today}, false))`;
  return {
    todo: sql`(${isOpen} and not ${isSnoozed} and ${isDue})`,
    waiting: sql`(${isOpen} and not ${isSnoozed} and not ${isDue})`,
    snoozed: sql`(${isOpen} and ${isSnoozed})`,
    done: sql`(${inboxItems.doneAt} is not null and not ${inboxItems.isSpam})`,
  };
}

const orders: Record<InboxView, SQL[]> = {
  todo: [asc(inboxItems.dueFrom), asc(inboxItems.id)],
  waiting: [desc(inboxItems.updatedAt), desc(inboxItems.id)],
  snoozed: [asc(inboxItems.snoozedUntil), asc(inboxItems.id)],
  done: [desc(inboxItems.doneAt), desc(inboxItems.id)],
};

/** Quotes, contact messages, requests and questions about proposals in one list, with what is planned for each. */
export function createInbox(
  db: Database,
  { getResponseTimes }: { getResponseTimes(): Promise<ResponseTimes> },
) {
  /** What the viewer may see, of what they look for. */
  const matching = (user: CurrentUser, { search, owner, kind, tag }: InboxList) =>
    and(
      ...Object.entries(permissionsOf).map(([of, { read }]) =>
        may(user, read) ? undefined : ne(inboxItems.kind, of as InboxKind),
      ),
      kind && eq(inboxItems.kind, kind),
      owner === 'mine' ? eq(inboxItems.ownerId, user.id) : undefined,
      owner === 'none' ? isNull(inboxItems.ownerId) : undefined,
      tag ? arrayContains(inboxItems.tags, [tag]) : undefined,
      or(holds(inboxItems.searchText, search), holdsPhone(search)),
    );

  async function countViews(where: SQL | undefined, views: Record<InboxView, SQL>) {
    const counts = (view: InboxView) => sql<number>`(count(*) filter (where ${views[view]}))::int`;
    const [row] = await db
      .select({
        todo: counts('todo'),
        waiting: counts('waiting'),
        snoozed: counts('snoozed'),
        done: counts('done'),
      })
      .from(inboxItems)
      .where(where);
    return row ?? { todo: 0, waiting: 0, snoozed: 0, done: 0 };
  }

  /** The rows of these items, in the order of their ids, so that two changes at once cannot deadlock. */
  const locked = (tx: Pick<Database, 'select'>, items: readonly InboxRef[]) => {
    const found = items.map(({ kind, recordId }) => eq(columns[kind], recordId));
    return tx
      .select()
      .from(inboxItems)
      .where(sql.join(found, sql` or `))
      .orderBy(asc(inboxItems.id))
      .for('update');
  };

  return {
    async page(user: CurrentUser, list: InboxList): Promise<Page<InboxItem>> {
      const time = await getResponseTimes();
      const views = conditionsOf(dateIn(time.timeZone, new Date()));
      const view = list.status ?? defaultInboxView;
      const { page = 1, pageSize = listMax } = list;
      const where = matching(user, list);
      const read = (shown: SQL, order: SQL[], limit: number, offset = 0) =>
        db
          .select({ row: inboxItems, owner: ownerName, spamReason })
          .from(inboxItems)
          .leftJoin(users, eq(users.id, inboxItems.ownerId))
          .where(and(where, shown))
          .orderBy(...order)
          .limit(limit)
          .offset(offset);
      const doneLately = sql`(${views.done} and ${inboxItems.doneAt} > now() - make_interval(days => ${boardDays}))`;
      const [counts, ...parts] = await Promise.all([
        countViews(where, views),
        ...(list.isBoard
          ? [
              read(sql`(${views.todo} or ${views.waiting})`, orders.todo, boardMax),
              read(doneLately, orders.done, boardMax / 2),
            ]
          : [read(views[view], orders[view], pageSize, (page - 1) * pageSize)]),
      ]);
      const rows = parts.flat().map((row) => toItem(row, time));
      return { rows, total: list.isBoard ? rows.length : (counts[view] ?? 0), counts };
    },

    /** One item, which is shown beside its record. */
    async get(user: CurrentUser, { kind, recordId }: InboxRef): Promise<InboxItem> {
      const time = await getResponseTimes();
      const [row] = await db
        .select({ row: inboxItems, owner: ownerName, spamReason })
        .from(inboxItems)
        .leftJoin(users, eq(users.id, inboxItems.ownerId))
        .where(and(eq(columns[kind], recordId), matching(user, {})));
      if (!row) throw new AppError('NOT_FOUND', 'This is not in the inbox');
      return toItem(row, time);
    },

    /** The tags in use, the most frequent first. */
    async tags(): Promise<string[]> {
      const rows = await db.execute<{ tag: string }>(sql`
        select tag from ${inboxItems}, unnest(${inboxItems.tags}) tag
        where ${inboxItems.tags} <> '{}' group by tag order by count(*) desc, tag limit ${tagsShown}`);
      return rows.map(({ tag }) => tag);
    },

    /** @returns the plans before the change, from which it is taken back, and how many items were changed */
    async change(
      user: CurrentUser,
      { items, isDone, isAnswered, ...plan }: InboxChange,
    ): Promise<{ before: (InboxRef & InboxPlan)[] }> {
      return db.transaction(async (tx) => {
        const rows = await locked(tx, items);
        if (rows.length < new Set(items.map(inboxKeyOf)).size) {
          throw new AppError('NOT_FOUND', 'One of these is no longer in the inbox');
        }
        for (const row of rows) {
          const { write } = permissionsOf[row.kind] ?? {};
          if (write && !may(user, write)) {
            throw new AppError('FORBIDDEN', forbiddenMessageOf(user, write));
          }
          const [after] = await tx
            .update(inboxItems)
            .set({
              ...plan,
              ...(isDone !== undefined && { doneAt: isDone ? (row.doneAt ?? new Date()) : null }),
              ...(isAnswered && { waitingSince: null }),
              ...(isAnswered === false && { waitingSince: await waitBefore(tx, user, row) }),
              updatedAt: new Date(),
            })
            .where(eq(inboxItems.id, row.id))
            .returning();
          if (!after) continue;
          const withWait = (one: Row) => ({ ...planOf(one), waitingSince: one.waitingSince });
          const difference = changed(withWait(row), withWait(after));
          if (!difference) continue;
          await record(tx, user, {
            action: `${row.kind}.planned`,
            about: `${row.kind}:${recordIdOf(row)}`,
            did: `${wordsOf(planOf(row), planOf(after))} ${nounOf(row)}`,
            ...difference,
          });
        }
        return {
          before: rows.map((row) => ({
            ...planOf(row),
            kind: row.kind,
            recordId: recordIdOf(row),
          })),
        };
      });
    },
  };
}

/** When the wait had begun that the same admin has just noted as over. */
async function waitBefore(
  tx: Pick<Database, 'select'>,
  user: CurrentUser,
  row: Row,
): Promise<Date | null> {
  const [newest] = await tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.about, `${row.kind}:${recordIdOf(row)}`),
        eq(auditLog.action, `${row.kind}.planned`),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  const since = (newest?.before as { waitingSince?: string } | null)?.waitingSince;
  return newest?.actorId === user.id && since ? new Date(since) : row.waitingSince;
}

const nounOf = ({ kind, name, about }: Row): string =>
  kind === 'request' || kind === 'proposal' ? `the ${kind} “${about}”` : `the ${kind} from ${name}`;

/** What was done to an item, to be followed by what it is. */
function wordsOf(before: InboxPlan, after: InboxPlan): string {
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
