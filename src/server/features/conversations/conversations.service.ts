import { and, asc, eq, gt, gte, inArray, max, min, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { RecordKind, RecordRef } from '~/contract/conversations/records';
import { inboxStageOf } from '~/contract/inbox/inbox';
import type { LeadKind } from '~/contract/leads/response-times-schema';
import type { RequestStatus } from '~/contract/requests/requests';
import { answerLead } from '~/server/features/leads/lead-progress';
import { leadTables } from '~/server/features/leads/lead-tables';
import { standingFor } from '~/server/features/leads/quotes/merged';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations, isConversationOf } from '~/server/platform/db/schema/conversations';
import { messages } from '~/server/platform/db/schema/messages';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { waitFrom } from './due-times';
import type { MessageRow } from './parts';

/*
 * Contains all writes to conversations. Each function runs in the transaction of the change that causes it. A
 * transaction that also locks records locks the records first. Conversations are locked in the order of kind and
 * record, so that transactions do not deadlock.
 */

type Executor = Pick<Database, 'insert' | 'select' | 'update'>;
type Row = typeof conversations.$inferSelect;

type LeadRef = RecordRef & { kind: LeadKind };

const excerptMax = 500;

const keys = {
  quote: 'quoteId',
  message: 'contactMessageId',
  request: 'requestId',
  proposal: 'proposalId',
} as const;

/** Locks the conversations of records, in the same order in every transaction. */
export const lockConversations = (tx: Pick<Database, 'select'>, refs: readonly RecordRef[]) =>
  tx
    .select()
    .from(conversations)
    .where(sql.join(refs.map(isConversationOf), sql` or `))
    .orderBy(asc(conversations.kind), asc(conversations.recordId))
    .for('update');

/** Returns the lead of a proposal; undefined without one. For a merged quote, returns the remaining quote. */
async function leadOfProposal(
  tx: Pick<Database, 'select'>,
  id: number,
): Promise<LeadRef | undefined> {
  const [proposal] = await tx
    .select({ quoteId: proposals.quoteId, messageId: proposals.messageId })
    .from(proposals)
    .where(eq(proposals.id, id));
  if (proposal?.messageId) return { kind: 'message', id: proposal.messageId };
  if (!proposal?.quoteId) return undefined;
  const [quote] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(eq(quotes.id, standingFor(proposal.quoteId)));
  return quote && { kind: 'quote', id: quote.id };
}

/** Returns the main conversation of a proposal, which is its lead's conversation; null without a lead. */
async function mainOfProposal(tx: Executor, id: number): Promise<number | null> {
  const lead = await leadOfProposal(tx, id);
  return lead ? (await conversationOf(tx, lead)).id : null;
}

/**
 * Creates the conversation about a new record. A reply of the agency is due, except for a proposal, where the client
 * has to write first.
 */
export async function openConversation(
  tx: Executor,
  { kind, id }: RecordRef,
  since?: Date,
): Promise<void> {
  const isProposal = kind === 'proposal';
  await tx
    .insert(conversations)
    .values({
      kind,
      [keys[kind]]: id,
      mainId: isProposal ? await mainOfProposal(tx, id) : null,
      isHidden: isProposal,
      ...(!isProposal && (await waitFrom(tx, since))),
      ...(since && { createdAt: since }),
    })
    .onConflictDoNothing();
}

/** Returns the conversation about a record; creates it if there is none. */
export async function conversationOf(tx: Executor, ref: RecordRef): Promise<Row> {
  const find = () => tx.select().from(conversations).where(isConversationOf(ref));
  const [known] = await find();
  if (known) return known;
  await openConversation(tx, ref);
  const [opened] = await find();
  if (!opened) throw new Error('a conversation was not stored');
  return opened;
}

const lock = async (tx: Executor, id: number): Promise<Row> => {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
  if (!row) throw new Error('a conversation is missing');
  return row;
};

/**
 * Locks and returns the main conversation that contains the conversation about a record. If two conversations are merged at
 * the same time, waits and returns the merged one.
 */
async function lockMain(tx: Executor, ref: RecordRef): Promise<Row> {
  const own = await conversationOf(tx, ref);
  let main = await lock(tx, own.mainId ?? own.id);
  while (main.mainId !== null) main = await lock(tx, main.mainId);
  return main;
}

/** Changes a locked conversation: its follow-up, or whether it is done. */
export const writeConversation = (
  tx: Executor,
  { id }: Row,
  changes: PgUpdateSetSource<typeof conversations>,
) =>
  tx
    .update(conversations)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(conversations.id, id));

/** A new message, without its conversation. */
type NewMessage = Omit<typeof messages.$inferInsert, 'id' | 'conversationId'>;

/**
 * Stores a message about a record. A message of the client makes a reply due. A message of the agency counts as that
 * reply. An internal message changes neither.
 *
 * @param options.isPart true if the message belongs to a record that is being created, such as its files
 * @returns undefined for a repeated submission key, which stores nothing
 */
export async function postMessage(
  tx: Executor,
  ref: RecordRef,
  message: NewMessage,
  { isPart = false } = {},
): Promise<MessageRow | undefined> {
  const { id: conversationId } = await conversationOf(tx, ref);
  const [row] = await tx
    .insert(messages)
    .values({ ...message, conversationId })
    .onConflictDoNothing({ target: messages.submissionKey })
    .returning();
  if (!row) return undefined;
  if (!row.internal && !isPart) {
    await (row.byAgency ? markAnswered(tx, ref) : reopen(tx, ref, row.text));
  }
  return { ...row, ref };
}

/**
 * Reopens a conversation for the agency, because the client has written or decided on a file, or a change of the record
 * may need a reply.
 */
export async function reopen(tx: Executor, ref: RecordRef, text = ''): Promise<void> {
  const main = await lockMain(tx, ref);
  const { waitingSince, dueAt, createdAt } = main;
  // A lead without a first reply has been waiting since it arrived, regardless of its status.
  const since = waitingSince ?? (dueAt ? createdAt : undefined);
  await writeConversation(tx, main, {
    ...(await waitFrom(tx, since)),
    // Finished requests have no due time.
    ...((await isRequestIn(tx, main, ['completed', 'cancelled'])) && { dueAt: null }),
    snoozedUntil: null,
    doneAt: null,
    lastMessageAt: sql`now()`,
    ...(text && { lastMessage: text.slice(0, excerptMax) }),
    // A proposal without a lead appears in the inbox with the first message of its client.
    ...(main.kind === 'proposal' && { isHidden: false }),
  });
}

/** True if the client of a request has written since the agency's last message. */
export const isUnanswered = sql`(${conversations.waitingSince} <= ${conversations.lastMessageAt})`;

/**
 * Time since which the client of a request has been waiting for a reply, and when it is due; null
 * if the client has not written since the last reply.
 */
export const unanswered = {
  unansweredSince:
    sql<Date | null>`(case when ${isUnanswered} then ${conversations.waitingSince} end)`.mapWith(
      conversations.waitingSince,
    ),
  dueAt: sql<Date | null>`(case when ${isUnanswered} then ${conversations.dueAt} end)`.mapWith(
    conversations.dueAt,
  ),
};

const hasUnanswered = ({ waitingSince, lastMessageAt }: Row): boolean =>
  waitingSince !== null && lastMessageAt !== null && waitingSince <= lastMessageAt;

/** Ends or shortens the wait for a reply after the author of a request's messages has deleted some of them. */
export async function forgetFromClient(tx: Executor, requestId: number): Promise<void> {
  const ref: RecordRef = { kind: 'request', id: requestId };
  const main = await lockMain(tx, ref);
  const { waitingSince, createdAt } = main;
  if (waitingSince === null || !hasUnanswered(main)) return;
  const [left] = await tx
    .select({ oldest: min(messages.createdAt), newest: max(messages.createdAt) })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, main.id),
        eq(messages.byAgency, false),
        gte(messages.createdAt, waitingSince),
        gt(messages.createdAt, createdAt),
      ),
    );
  // A new request waits for a reply even without messages.
  const isNew = waitingSince <= createdAt;
  await writeConversation(tx, main, {
    lastMessageAt: left?.newest ?? null,
    ...(!isNew && left?.oldest && (await waitFrom(tx, left.oldest))),
  });
  if (!isNew && !left?.oldest) await rest(tx, main);
}

/** Returns whether a conversation is about a request with one of these statuses. */
const isRequestIn = async (
  tx: Pick<Database, 'select'>,
  { requestId }: Row,
  statuses: RequestStatus[],
): Promise<boolean> => {
  if (requestId === null) return false;
  const [request] = await tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(and(eq(serviceRequests.id, requestId), inArray(serviceRequests.status, statuses)));
  return request !== undefined;
};

/** Ends the wait for a reply. A request in progress leaves the inbox until its client writes again. */
async function rest(tx: Executor, main: Row, reopened = false): Promise<void> {
  const isBegun = await isRequestIn(tx, main, ['in_progress', 'completed', 'cancelled']);
  await writeConversation(tx, main, {
    waitingSince: null,
    dueAt: null,
    ...(reopened && { doneAt: null }),
    ...(isBegun && { doneAt: main.doneAt ?? sql`now()` }),
  });
}

/** Returns the lead to which a message about a record is a reply; undefined if there is none. */
async function leadOf(
  tx: Pick<Database, 'select'>,
  { kind, id }: RecordRef,
): Promise<LeadRef | undefined> {
  if (kind === 'message') return { kind, id };
  if (kind === 'proposal') return leadOfProposal(tx, id);
  const [quote] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(
      eq(
        quotes.id,
        kind === 'quote'
          ? standingFor(id)
          : sql`(select coalesce(q.merged_into, q.id) from quotes q join service_requests r on r.quote_id = q.id
              where r.id = ${id})`,
      ),
    );
  return quote && { kind: 'quote', id: quote.id };
}

/**
 * Records a reply of the agency: no further reply is due, and the lead counts as contacted.
 *
 * @param proposed the proposal, if it is the reply; a proposal reopens a declined lead
 */
export async function markAnswered(
  tx: Executor,
  ref: RecordRef,
  proposed?: { actor: Actor; number: string },
): Promise<void> {
  const lead = await leadOf(tx, ref);
  const isReopened = lead ? await answerLead(tx, lead, proposed) : false;
  await rest(tx, await lockMain(tx, ref), isReopened);
  // The conversation of a request continues that of its quote.
  if (ref.kind === 'request' && lead) await rest(tx, await lockMain(tx, lead));
}

/** Assigns the conversation about a record to an admin, or to nobody. @returns whether the assignment changed */
export async function assign(
  tx: Executor,
  ref: RecordRef,
  ownerId: string | null,
): Promise<boolean> {
  const row = await lock(tx, (await conversationOf(tx, ref)).id);
  if (row.ownerId === ownerId) return false;
  await writeConversation(tx, row, { ownerId });
  return true;
}

/** Applies a change of a record's status: decided records are done, reopened ones wait for a reply again. */
export async function followStatus(
  tx: Executor,
  ref: RecordRef,
  [before, after]: [before: string, after: string],
): Promise<void> {
  const stage = inboxStageOf(ref.kind, after);
  const isChanged = stage !== inboxStageOf(ref.kind, before);
  if (!isChanged && ref.kind !== 'request') return;
  const row = await lock(tx, (await conversationOf(tx, ref)).id);
  const wait = await waitFrom(tx, row.waitingSince ?? row.createdAt);
  const isAsked = ref.kind === 'request' && hasUnanswered(row);
  if (stage === 'new' || (after === 'in_progress' && isAsked)) {
    await writeConversation(tx, row, { ...wait, doneAt: null });
    return;
  }
  const isDone = stage !== 'answered';
  await writeConversation(tx, row, {
    // If the request is reopened, a message without a reply makes a reply due again.
    ...(!isAsked && { waitingSince: null }),
    dueAt: stage !== 'closed' && (await isWithoutReply(tx, ref)) ? wait.dueAt : null,
    ...(isDone && { doneAt: row.doneAt ?? sql`now()` }),
    ...(!isDone && ref.kind === 'quote' && { doneAt: null }),
  });
}

/** Returns whether a lead has not had a reply, regardless of its status. */
async function isWithoutReply(
  tx: Pick<Database, 'select'>,
  { kind, id }: RecordRef,
): Promise<boolean> {
  if (kind !== 'quote' && kind !== 'message') return false;
  const { table } = leadTables[kind];
  const [lead] = await tx
    .select({ firstAnswerAt: table.firstAnswerAt })
    .from(table)
    .where(eq(table.id, id));
  return lead?.firstAnswerAt === null;
}

/** Hides the conversations of spam from the inbox, or shows them again. */
export async function hide(
  tx: Executor,
  kind: RecordKind,
  ids: readonly number[],
  isHidden: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  const refs = ids.map((id) => ({ kind, id }));
  const rows = await lockConversations(tx, refs);
  await tx
    .update(conversations)
    .set({ isHidden, updatedAt: sql`now()` })
    .where(
      inArray(
        conversations.id,
        rows.map(({ id }) => id),
      ),
    );
}

/**
 * Merges the conversation of a proposal into that of its current lead; without a lead, makes it
 * separate.
 */
export async function moveProposal(tx: Executor, id: number): Promise<void> {
  const row = await conversationOf(tx, { kind: 'proposal', id });
  await writeConversation(tx, row, { mainId: await mainOfProposal(tx, id) });
}

/**
 * Merges the conversation of a quote, with all its parts, into another conversation, which takes over the follow-up and
 * the due reply.
 */
export async function mergeConversations(
  tx: Executor,
  {
    from,
    into,
  }: {
    from: Pick<typeof quotes.$inferSelect, 'id' | 'email' | 'projectDetails'>;
    into: Pick<typeof quotes.$inferSelect, 'id' | 'email'>;
  },
): Promise<void> {
  const refOf = ({ id }: { id: number }): RecordRef => ({ kind: 'quote', id });
  for (const one of [from, into]) await conversationOf(tx, refOf(one));
  const rows = await lockConversations(tx, [refOf(from), refOf(into)]);
  const merged = rows.find(({ quoteId }) => quoteId === from.id);
  const kept = rows.find(({ quoteId }) => quoteId === into.id);
  if (!merged || !kept) throw new Error('a conversation is missing');
  await tx
    .update(conversations)
    .set({ mainId: kept.id })
    .where(sql`${conversations.id} = ${merged.id} or ${conversations.mainId} = ${merged.id}`);
  const waits = merged.waitingSince !== null;
  const isOfSameSender = from.email.toLowerCase() === into.email.toLowerCase();
  await writeConversation(tx, kept, {
    tags: [...new Set([...kept.tags, ...merged.tags])].sort(),
    ...(kept.nextStep === '' && { nextStep: merged.nextStep, nextStepOn: merged.nextStepOn }),
    ownerId: kept.ownerId ?? merged.ownerId,
    waitingSince: earlierOf(kept.waitingSince, merged.waitingSince),
    dueAt: earlierOf(kept.dueAt, merged.dueAt),
    ...(waits && merged.doneAt === null && { doneAt: null }),
    ...(waits && { snoozedUntil: null }),
    ...(kept.lastMessage === '' &&
      isOfSameSender && { lastMessage: from.projectDetails.slice(0, excerptMax) }),
  });
}

const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** Undoes a merge: the quote's conversation becomes separate again, together with those of its proposals. */
export async function separateConversation(tx: Executor, quoteId: number): Promise<void> {
  const own = await conversationOf(tx, { kind: 'quote', id: quoteId });
  await tx
    .update(conversations)
    .set({ mainId: sql`nullif(${own.id}::int, ${conversations.id})` })
    .where(
      sql`${conversations.id} = ${own.id} or ${conversations.proposalId} in (
        select ${proposals.id} from ${proposals} where ${proposals.quoteId} = ${quoteId})`,
    );
}

/**
 * Closes conversations whose records remain without their texts, and deletes the client's data in these conversations.
 */
export async function clearConversations(tx: Executor, isCleared: SQL): Promise<void> {
  await tx
    .update(conversations)
    .set({
      ...{ nextStep: '', tags: [], lastMessage: '', waitingSince: null, dueAt: null },
      doneAt: sql`coalesce(${conversations.doneAt}, now())`,
      isHidden: sql`${conversations.isHidden} or ${conversations.kind} = 'proposal'`,
    })
    .where(isCleared);
}
