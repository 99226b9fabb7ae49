import { isDeepStrictEqual } from 'node:util';

import { and, asc, eq, gt, isNull, lt, max, min, or, sql } from 'drizzle-orm';
import pLimit from 'p-limit';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { ThreadEventKind } from '~/contract/workspace/workspace';
import { type ThreadEvent, threadEventSchema } from '~/contract/workspace/workspace-schema';
import { membershipOf } from '~/server/features/companies/ownership';
import type { Database } from '~/server/platform/db/client';
import { threadEvents } from '~/server/platform/db/schema/workspace';
import type { Presence } from '~/server/platform/events/presence';
import type { ThreadNotice, ThreadStream } from '~/server/platform/events/thread-stream';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import { asAgency, asClient, visibleRequest } from './workspace.rows';

/** How long events are kept; a client that was away for longer reads everything again. */
const keptDays = 7;
const replayAtOnce = 500;
/** Past this, reading everything again costs less. */
const replayMax = 5_000;

/** Replays at a time, when many streams come back at once. */
const replays = pLimit(4);

export interface Told {
  id: number;
  told: ThreadEvent;
}

interface Opening {
  signal: AbortSignal | undefined;
  session: { expiresAt: Date; isValid(): Promise<boolean> };
  lastEventId: string | null | undefined;
}

const only = (kind: ThreadEventKind): ThreadEvent => ({ kind, requestId: null, subjectId: null });

const toldOf = ({
  kind,
  requestId,
  subjectId,
}: Pick<ThreadNotice, 'kind' | 'requestId' | 'subjectId'>): ThreadEvent => ({
  kind: threadEventSchema.shape.kind.parse(kind),
  requestId,
  subjectId,
});

/** What happens in threads, as streams: of a client's own requests, and of one request in the panel. */
export function createThreadStreams(
  db: Database,
  { stream, presence }: { stream: ThreadStream; presence: Presence },
) {
  type Mine = { condition: ReturnType<typeof and>; concerns(notice: ThreadNotice): boolean };

  /** What was committed after an id; only the newest id where the follower has seen nothing yet. */
  async function* since({ condition }: Mine, lastId: number | undefined): AsyncGenerator<Told> {
    const newest = async () => {
      const [row] = await db
        .select({ id: max(threadEvents.id) })
        .from(threadEvents)
        .where(condition);
      return row?.id ?? 0;
    };
    if (lastId === undefined) {
      yield { id: await replays(newest), told: only('ready') };
      return;
    }
    const [kept] = await db.select({ first: min(threadEvents.id) }).from(threadEvents);
    let after = lastId;
    let isLost = kept?.first === null || (kept?.first ?? 0) > lastId + 1;
    for (let told = 0; !isLost; ) {
      const from = after;
      const rows = await replays(() =>
        db
          .select()
          .from(threadEvents)
          .where(and(condition, gt(threadEvents.id, from)))
          .orderBy(asc(threadEvents.id))
          .limit(replayAtOnce),
      );
      for (const row of rows) {
        after = row.id;
        yield { id: row.id, told: toldOf(row) };
      }
      told += rows.length;
      if (rows.length < replayAtOnce) return;
      isLost = told >= replayMax;
    }
    yield { id: Math.max(after, await replays(newest)), told: only('reset') };
  }

  async function* follow(mine: Mine, opening: Opening): AsyncGenerator<Told> {
    const { lastEventId, signal, session } = opening;
    yield* stream.follow({
      signal,
      session,
      concerns: mine.concerns,
      lastId: lastEventId ? Number(lastEventId) : undefined,
      since: (lastId) => since(mine, lastId),
      toldOf,
    });
  }

  async function* whilePresent(
    userId: string,
    requestId: number,
    told: AsyncGenerator<Told>,
  ): AsyncGenerator<Told> {
    const close = await presence.open(userId, requestId);
    try {
      yield* told;
    } finally {
      // With the database away the row stays; it ends with this instance.
      await close().catch(() => {});
    }
  }

  return {
    /**
     * Events of the requests that the client may see, without internal ones.
     *
     * @param opening.openRequestId the thread on the screen
     * @param opening.isUnseen an admin follows it in place of the client, who is not said to be there
     */
    async ofClient(
      user: CurrentUser,
      opening: Opening & { openRequestId?: number | undefined; isUnseen?: boolean },
    ): Promise<AsyncGenerator<Told>> {
      const { openRequestId } = opening;
      const membership = await membershipOf(db, user.id);
      const companyId = membership?.rights.includes('requests') ? membership.companyId : undefined;
      const mine: Mine = {
        condition: and(
          eq(threadEvents.internal, false),
          or(
            and(eq(threadEvents.clientId, user.id), isNull(threadEvents.companyId)),
            companyId === undefined ? undefined : eq(threadEvents.companyId, companyId),
          ),
        ),
        concerns: (notice) =>
          !notice.internal &&
          (notice.companyId === null
            ? notice.clientId === user.id
            : notice.companyId === companyId),
      };
      const { session } = opening;
      const isValid = async () =>
        (await session.isValid()) && isDeepStrictEqual(await membershipOf(db, user.id), membership);
      // A client who joins or leaves a company, or whose rights change, connects again.
      const asMember = { ...opening, session: { ...session, isValid } };
      if (openRequestId === undefined) return follow(mine, asMember);
      // Before the stream begins: an error in it has no status.
      await visibleRequest(db, asClient(user), openRequestId);
      const told = follow(mine, asMember);
      return opening.isUnseen ? told : whilePresent(user.id, openRequestId, told);
    },

    /** Events of one request, internal ones too. */
    async ofRequest(
      user: CurrentUser,
      opening: Opening & { requestId: number },
    ): Promise<AsyncGenerator<Told>> {
      const { requestId } = opening;
      await visibleRequest(db, asAgency(user), requestId);
      const mine: Mine = {
        condition: and(eq(threadEvents.requestId, requestId)),
        concerns: (notice) => notice.requestId === requestId,
      };
      return whilePresent(user.id, requestId, follow(mine, opening));
    },

    /** Deletes old events, and what killed instances have left. @returns no words, as a part of a job */
    async sweep(): Promise<string> {
      await presence.sweep();
      const { createdAt } = threadEvents;
      const where = lt(createdAt, sql`now() - make_interval(days => ${keptDays})`);
      await deleteInBatches(db, threadEvents, { where, oldest: createdAt });
      return '';
    },
  };
}

export type ThreadStreams = ReturnType<typeof createThreadStreams>;
