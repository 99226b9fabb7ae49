import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { can } from '~/contract/identity/permissions';
import type {
  OpenLead,
  OwnerChange,
  ResponseFigures,
} from '~/contract/leads/response-times-schema';
import { answerWithin, dueAt, workingMinutes } from '~/contract/settings/response-times';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import { assignmentEmail } from '~/server/features/leads/assignment-email';
import { emitQuote } from '~/server/features/leads/quotes/quotes.rows';
import { unansweredLeads } from '~/server/features/leads/unanswered';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { users } from '~/server/platform/db/schema/identity';
import { quotes } from '~/server/platform/db/schema/quotes';
import { settings } from '~/server/platform/db/schema/settings';
import type { Mailer } from '~/server/platform/mail/mailer';

/** Figures are those of the leads of so many days. */
const measuredDays = 90;
const measuredMax = 5_000;
const measuredSince = (now: Date) => new Date(now.getTime() - measuredDays * 24 * 60 * 60_000);

function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? upper) + upper) / 2);
}

const nameOfMessage = sql<string>`concat_ws(' ', ${contactMessages.firstName}, ${contactMessages.lastName})`;

/** When leads are to be answered, and when they were. The first answer is the first mail or message by a person. */
export function createResponseTimes(
  db: Database,
  { getResponseTimes, mailer }: { getResponseTimes(): Promise<ResponseTimes>; mailer: Mailer },
) {
  async function answered(now: Date) {
    const since = measuredSince(now);
    const columns = (table: typeof quotes | typeof contactMessages) => ({
      createdAt: table.createdAt,
      answeredAt: table.firstAnswerAt,
    });
    const of = (table: typeof quotes | typeof contactMessages) =>
      db
        .select(columns(table))
        .from(table)
        .where(and(isNotNull(table.firstAnswerAt), gt(table.createdAt, since)))
        .limit(measuredMax);
    const [quoted, written] = await Promise.all([of(quotes), of(contactMessages)]);
    return [...quoted, ...written].flatMap(({ createdAt, answeredAt }) =>
      answeredAt ? [{ createdAt, answeredAt }] : [],
    );
  }

  async function open(now = new Date()): Promise<OpenLead[]> {
    const [time, rows] = await Promise.all([getResponseTimes(), unansweredLeads(db)]);
    const leads = rows.map(({ createdAt, ...row }) => {
      const due = dueAt(createdAt, time);
      return {
        ...row,
        createdAt: createdAt.toISOString(),
        dueAt: due.toISOString(),
        isOverdue: due < now,
      };
    });
    return leads.sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).slice(0, listMax);
  }

  async function measured(now: Date) {
    const [time, rows, waiting] = await Promise.all([getResponseTimes(), answered(now), open(now)]);
    const minutes = rows
      .map(({ createdAt, answeredAt }) => workingMinutes(createdAt, answeredAt, time))
      .sort((a, b) => a - b);
    const kept = rows.filter(({ createdAt, answeredAt }) => answeredAt <= dueAt(createdAt, time));
    // What is late is a promise that was not kept already, whenever the answer comes.
    const since = measuredSince(now);
    const missed = waiting.filter((lead) => lead.isOverdue && new Date(lead.createdAt) > since);
    const all = rows.length + missed.length;
    return {
      answered: rows.length,
      medianMinutes: median(minutes),
      keptShare: all > 0 ? kept.length / all : null,
    };
  }

  return {
    /** Leads that wait for their first answer, the most urgent first. Spam is left out. */
    open,

    async figures(now = new Date()): Promise<ResponseFigures> {
      const [time, figures, waiting] = await Promise.all([
        getResponseTimes(),
        measured(now),
        open(now),
      ]);
      const overdue = waiting.filter(({ isOverdue }) => isOverdue).length;
      return { promise: answerWithin(time), overdue, ...figures };
    },

    /** How the leads of the last 90 days were answered. */
    measure: measured,

    /**
     * Keeps the figures for the site, where it shows them. They stand among the settings, whose changes drop cached pages: a page that read leads
     * would be dropped with each of them. @returns nothing to be told
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

    /** Gives a lead to an admin, or to none. */
    async setOwner(actor: Actor, { kind, id, ownerId }: OwnerChange): Promise<{ id: number }> {
      const table = kind === 'quote' ? quotes : contactMessages;
      const tell = assignmentEmail(await mailer.open());
      const given = await db.transaction(async (tx) => {
        const [owner] = ownerId
          ? await tx
              .select()
              .from(users)
              .where(and(eq(users.id, ownerId), eq(users.isAdmin, true), isNull(users.disabledAt)))
          : [];
        if (ownerId && !owner) throw new AppError('NOT_FOUND', 'Admin not found');
        if (owner && !can(owner.adminRole ?? undefined, 'leads.write')) {
          throw new AppError('BAD_REQUEST', 'Please choose an admin who may change leads');
        }
        const [row] = await tx
          .update(table)
          .set({ ownerId })
          .where(and(eq(table.id, id), sql`${table.ownerId} is distinct from ${ownerId}`))
          .returning({ id: table.id, name: kind === 'quote' ? quotes.name : nameOfMessage });
        const [known] = row
          ? [row]
          : await tx.select({ id: table.id }).from(table).where(eq(table.id, id));
        if (!known) {
          throw new AppError(
            'NOT_FOUND',
            kind === 'quote' ? 'Quote not found' : 'Message not found',
          );
        }
        // It has this owner already.
        if (!row) return { id };
        if (owner && actor !== 'system' && actor.id !== owner.id) {
          await tell(tx, owner.email, { kind, id, title: row.name, by: nameOf(actor) });
        }
        await recordAudit(tx, actor, {
          action: `${kind}.owner`,
          about: `${kind}:${id}`,
          did: owner
            ? `gave the ${kind} ${id} to ${nameOf(owner)}`
            : `took the owner off the ${kind} ${id}`,
        });
        if (kind === 'quote') await emitQuote(tx, 'quote.updated', id);
        return { id };
      });
      mailer.sendSoon();
      return given;
    },
  };
}

export type ResponseTimesService = ReturnType<typeof createResponseTimes>;
