import { and, asc, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';

import { listMax } from '~/contract/common/limits';
import {
  type LeadKind,
  leadKinds,
  type OpenLead,
  type ResponseFigures,
} from '~/contract/leads/response-times-schema';
import { answerWithin, dueAt, workingMinutes } from '~/contract/settings/response-times';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import { isOverdueAt, isOwed, recomputeDueTimes } from '~/server/features/conversations/due-times';
import { selectConversations } from '~/server/features/conversations/records';
import { leadTables } from '~/server/features/leads/lead-tables';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { settings } from '~/server/platform/db/schema/settings';

/** Number of days whose leads are included in the figures. */
const measuredDays = 90;
const measuredMax = 5_000;
const measuredSince = (now: Date) => new Date(now.getTime() - measuredDays * 24 * 60 * 60_000);

function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? upper) + upper) / 2);
}

const isLead = inArray(conversations.kind, leadKinds);

/** Due times and response times of leads. The first reply is the first email or message by a person. */
export function createResponseTimes(
  db: Database,
  { getResponseTimes }: { getResponseTimes(): Promise<ResponseTimes> },
) {
  async function open(now = new Date()): Promise<OpenLead[]> {
    const rows = await selectConversations(db)
      .where(and(isLead, isOwed))
      .orderBy(asc(conversations.dueAt), asc(conversations.id))
      .limit(listMax);
    return rows.map(({ row, id, name, owner }) => ({
      kind: row.kind as LeadKind,
      ...{ id, name, ownerId: row.ownerId, ownerName: owner ?? '' },
      createdAt: row.createdAt.toISOString(),
      dueAt: (row.dueAt ?? now).toISOString(),
      isOverdue: isOverdueAt(row.dueAt, now),
    }));
  }

  /** Leads of the last days with their first replies. */
  async function recent(now: Date) {
    const of = ({ table, isNews }: (typeof leadTables)[LeadKind]) =>
      db
        .select({ createdAt: table.createdAt, answeredAt: table.firstAnswerAt })
        .from(table)
        .where(
          and(
            gt(table.createdAt, measuredSince(now)),
            or(isNotNull(table.firstAnswerAt), sql`(${isNews} and status::text <> 'rejected')`),
          ),
        )
        .limit(measuredMax);
    const [quoted, written] = await Promise.all([of(leadTables.quote), of(leadTables.message)]);
    return [...quoted, ...written];
  }

  async function measured(now: Date) {
    const [time, rows] = await Promise.all([getResponseTimes(), recent(now)]);
    const answered = rows.flatMap(({ createdAt, answeredAt }) =>
      answeredAt ? [{ createdAt, answeredAt }] : [],
    );
    const minutes = answered
      .map(({ createdAt, answeredAt }) => workingMinutes(createdAt, answeredAt, time))
      .sort((a, b) => a - b);
    // Returns whether a lead had become overdue by a time. An overdue reply breaks the promise, regardless of when it
    // is sent.
    const isBefore = (created: Date, at: Date) => dueAt(created, time) < at;
    const missed = rows.filter(({ createdAt, answeredAt }) =>
      isBefore(createdAt, answeredAt ?? now),
    );
    const all = answered.length + missed.filter(({ answeredAt }) => !answeredAt).length;
    return {
      answered: answered.length,
      medianMinutes: median(minutes),
      keptShare: all > 0 ? (all - missed.length) / all : null,
    };
  }

  return {
    /** Returns leads that wait for their first reply, most urgent first, without spam. */
    open,

    async figures(now = new Date()): Promise<ResponseFigures> {
      const [time, figures, overdue] = await Promise.all([
        getResponseTimes(),
        measured(now),
        db.$count(conversations, and(isLead, isOwed, lt(conversations.dueAt, now))),
      ]);
      return { promise: answerWithin(time), overdue, ...figures };
    },

    /** Returns response times for the leads of the last 90 days. */
    measure: measured,

    /** Recomputes the due times of messages that were stored while the working hours changed. @returns an empty text */
    async recompute(): Promise<string> {
      await db.transaction(recomputeDueTimes);
      return '';
    },

    /**
     * Stores the figures that the site shows as a setting, because a change of a setting invalidates only pages that
     * show it. If these pages read leads directly, each new lead would invalidate them.
     *
     * @returns an empty text
     */
    async keepFigures(now = new Date()): Promise<string> {
      if (!(await getResponseTimes()).showMeasured) return '';
      const value = await measured(now);
      const key = 'measuredAnswers';
      await db
        .insert(settings)
        .values({ key, value })
        .onConflictDoUpdate({
          target: settings.key,
          set: { value, updatedAt: now },
          setWhere: sql`${settings.value} is distinct from excluded.value`,
        });
      return '';
    },
  };
}

export type ResponseTimesService = ReturnType<typeof createResponseTimes>;
