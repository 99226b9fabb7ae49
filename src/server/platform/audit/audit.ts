import { and, desc, eq, inArray, max } from 'drizzle-orm';

import { timelineMax } from '~/contract/common/limits';
import type { Caller } from '~/contract/identity/api-keys';
import type { Database } from '~/server/platform/db/client';
import { auditLog, notes } from '~/server/platform/db/schema/audit';

/** Author of a change: an admin, possibly through an API key, or the system. */
export type Actor =
  | Pick<Caller, 'id' | 'firstName' | 'lastName' | 'apiKey' | 'proposedBy'>
  | 'system';

/** Restore of the email of a client's account. The system or an admin then changes other records too. */
export interface Restore {
  /** Id of the client. */
  restoredFor: string;
  by: Actor;
}

const authorOf = (actor: Actor | Restore): Actor =>
  actor !== 'system' && 'restoredFor' in actor ? actor.by : actor;

type Executor = Pick<Database, 'insert'>;

export interface AuditEntry {
  /** Action, such as 'service.updated'. */
  action: string;
  /** Record that was changed, such as 'service:12'. */
  about: string;
  /** Description that follows the actor's name: 'updated the service “Audit”'. */
  did: string;
  before?: object | undefined;
  after?: object | undefined;
}

/** Returns the admin's name without the API key, as visitors and clients see it. */
export const personOf = (actor: Pick<Caller, 'firstName' | 'lastName'>): string =>
  `${actor.firstName} ${actor.lastName}`.trim();

/** Returns a name such as 'Ada Lovelace' or 'key Zapier of Ada Lovelace', for use after 'by'. */
export function nameOf(actor: Actor): string {
  if (actor === 'system') return 'The system';
  const person = personOf(actor);
  return actor.apiKey ? `key ${actor.apiKey.name} of ${person}` : person;
}

/**
 * Writes an audit log entry. Requires the transaction of the change, so that no change by an admin is stored without
 * its entry. An entry caused by restoring a client's email contains this client's id, because restoring the email of
 * another account later must not treat the entry as a decision.
 */
export async function recordAudit(
  tx: Executor,
  actor: Actor | Restore,
  entry: AuditEntry,
): Promise<void> {
  const { did, after, ...rest } = entry;
  const author = authorOf(actor);
  const isRestore = actor !== 'system' && 'restoredFor' in actor;
  await tx.insert(auditLog).values({
    ...rest,
    after: isRestore ? { ...after, restoredFor: actor.restoredFor } : after,
    actorId: author === 'system' ? null : author.id,
    actorName: nameOf(author),
    description: sentenceOf(author, did),
  });
}

/** Returns the id of the newest entry; 0 if there is none. */
export async function newestEntry(tx: Pick<Database, 'select'>): Promise<number> {
  const [row] = await tx.select({ id: max(auditLog.id) }).from(auditLog);
  return row?.id ?? 0;
}

function sentenceOf(actor: Actor, did: string): string {
  const proposed = actor === 'system' ? undefined : actor.proposedBy;
  const words = `${nameOf(actor)} ${did}${proposed ? `, as proposed by ${proposed}` : ''}`;
  return words.replace(/^key /, 'Key ');
}

/**
 * Returns the newest status change of a record, if this admin made it and it led from one given status to the other.
 * Admins can therefore undo only their own last change.
 */
export async function ownLastStep(
  tx: Pick<Database, 'select'>,
  actor: Actor,
  { about, action, from, to }: { about: string; action: string; from: string; to: string },
): Promise<{ after: Record<string, unknown> } | undefined> {
  const [newest] = await tx
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.about, about), eq(auditLog.action, action)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  const statusIn = (part: object | null) => (part as { status?: string } | null)?.status;
  const isOwn =
    actor !== 'system' &&
    newest?.actorId === actor.id &&
    statusIn(newest.before) === from &&
    statusIn(newest.after) === to;
  return isOwn ? { after: { ...newest.after } } : undefined;
}

/** Returns the old and new values of the fields that differ between two states of a row; undefined if none differ. */
export function changed(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: object; after: object } | undefined {
  const keys = Object.keys(after).filter(
    (key) => key !== 'updatedAt' && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (keys.length === 0) return undefined;
  const pick = (row: Record<string, unknown>) =>
    Object.fromEntries(keys.map((key) => [key, row[key]]));
  return { before: pick(before), after: pick(after) };
}

/** Reads the audit log, and reads and writes admins' notes. */
export function createAudit(db: Database) {
  return {
    async listRecent(limit: number) {
      return db
        .select()
        .from(auditLog)
        .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
        .limit(limit);
    },

    /** Lists the changes of one record, newest first. */
    async listAbout(about: string | string[], limit: number) {
      return db
        .select()
        .from(auditLog)
        .where(inArray(auditLog.about, [about].flat()))
        .orderBy(desc(auditLog.id))
        .limit(limit);
    },

    async listNotes(about: string[]) {
      const newest = await db
        .select()
        .from(notes)
        .where(inArray(notes.about, about))
        .orderBy(desc(notes.id))
        .limit(timelineMax);
      return newest.reverse();
    },

    async addNote(actor: Exclude<Actor, 'system'>, about: string, text: string) {
      const [row] = await db
        .insert(notes)
        .values({ about, text, authorId: actor.id, authorName: nameOf(actor) })
        .returning();
      if (!row) throw new Error('a note was not stored');
      return row;
    },

    /** Returns the last change of a record, to show it to an admin whose own change conflicts with it. */
    async lastChange(about: string, actions: string[]) {
      const [row] = await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.about, about), inArray(auditLog.action, actions)))
        .orderBy(desc(auditLog.id))
        .limit(1);
      return row;
    },
  };
}

export type Audit = ReturnType<typeof createAudit>;
