import { and, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Caller } from '~/contract/identity/api-keys';
import {
  type ChangedField,
  type ProposedChange,
  proposedChangeDays,
  proposedChangesMax,
} from '~/contract/proposed-changes/proposed-changes-schema';
import { nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { apiKeys } from '~/server/platform/db/schema/api-keys';
import { users } from '~/server/platform/db/schema/identity';
import { proposedChanges } from '~/server/platform/db/schema/proposed-changes';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import type { Mailer } from '~/server/platform/mail/mailer';
import { proposedChangeEmails } from './emails';

/** Age from which a confirmation that has not ended belongs to a process that has. */
const claimSeconds = 60;

interface NewChange {
  procedure: string;
  input: object;
  summary: string;
  about: string;
  changes: ChangedField[];
}

/** Carries a change out as the person who confirms it. */
type Run = (change: { procedure: string; input: object; proposedBy: string }) => Promise<unknown>;

type Row = typeof proposedChanges.$inferSelect;

export const isOpen = gt(proposedChanges.expiresAt, sql`now()`);
const wordsOf = ({ summary, about }: Pick<Row, 'summary' | 'about'>) =>
  `“${summary}”${about && ` (${about})`}`;

const toChange = (row: Row): ProposedChange => ({
  id: row.id,
  summary: row.summary,
  about: row.about,
  proposedBy: row.proposedBy,
  changes: row.changes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

/** Changes that programs propose and people confirm. */
export function createProposedChanges(db: Database, { mailer }: { mailer: Mailer }) {
  const gone = () => new AppError('NOT_FOUND', 'This change was decided on, or has expired');

  /** @throws CONFLICT while another confirmation of it is carried out */
  async function claim(id: number): Promise<Row> {
    const [row] = await db
      .update(proposedChanges)
      .set({ claimedAt: sql`now()` })
      .where(
        and(
          eq(proposedChanges.id, id),
          isOpen,
          or(
            isNull(proposedChanges.claimedAt),
            lt(proposedChanges.claimedAt, sql`now() - make_interval(secs => ${claimSeconds})`),
          ),
        ),
      )
      .returning();
    if (row) return row;
    const [claimed] = await db
      .select({ id: proposedChanges.id })
      .from(proposedChanges)
      .where(and(eq(proposedChanges.id, id), isOpen));
    if (!claimed) throw gone();
    throw new AppError('CONFLICT', 'Another admin is confirming this change');
  }

  /** Deletes a change that was decided on, and records the decision. */
  const decide = (actor: Caller, id: number, decision: 'confirmed' | 'rejected') =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .delete(proposedChanges)
        .where(and(eq(proposedChanges.id, id), isOpen))
        .returning();
      if (!row) throw gone();
      await recordAudit(tx, actor, {
        action: `proposedChange.${decision}`,
        about: `proposedChange:${id}`,
        did: `${decision} ${wordsOf(row)}, proposed by ${row.proposedBy}`,
        after: row.input,
      });
      return { id };
    });

  /** Changes by any API key of an admin. */
  const isOf = ({ id }: Caller) =>
    inArray(
      proposedChanges.apiKeyId,
      db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, id)),
    );

  return {
    /** Stores a change of an API key until a person confirms it. */
    async propose(actor: Caller, change: NewChange): Promise<ProposedChange> {
      const { apiKey } = actor;
      if (!apiKey) throw new Error('only an API key proposes changes');
      const emails = proposedChangeEmails(await mailer.open());
      const proposed = await db.transaction(async (tx) => {
        // Proposals of one admin wait for each other: the first one alone sends an email.
        const [admin] = await tx
          .select({ email: users.email })
          .from(users)
          .where(eq(users.id, actor.id))
          .for('no key update');
        const mine = and(eq(proposedChanges.apiKeyId, apiKey.id), isOpen);
        // An agent that repeats itself asks for one change.
        const [same] = await tx
          .select()
          .from(proposedChanges)
          .where(
            and(
              mine,
              eq(proposedChanges.procedure, change.procedure),
              eq(proposedChanges.input, change.input),
            ),
          );
        if (same) return toChange(same);
        if ((await tx.$count(proposedChanges, mine)) >= proposedChangesMax) {
          throw new AppError(
            'CONFLICT',
            `${proposedChangesMax} changes of this API key wait for a person. Please wait until some are decided on.`,
          );
        }
        const isFirst = (await tx.$count(proposedChanges, and(isOpen, isOf(actor)))) === 0;
        const [row] = await tx
          .insert(proposedChanges)
          .values({
            ...change,
            apiKeyId: apiKey.id,
            proposedBy: nameOf(actor),
            expiresAt: sql`now() + make_interval(days => ${proposedChangeDays})`,
          })
          .returning();
        if (!row) throw new Error('a proposed change was not stored');
        await recordAudit(tx, actor, {
          action: 'proposedChange.created',
          about: `proposedChange:${row.id}`,
          did: `proposed ${wordsOf(row)}`,
          after: change.input,
        });
        if (isFirst && admin) {
          const { id, proposedBy } = row;
          await emails.waiting(tx, admin.email, { id, proposedBy, words: wordsOf(row) });
        }
        return toChange(row);
      });
      mailer.sendSoon();
      return proposed;
    },

    /** Changes that wait for a person, newest first. */
    async list(): Promise<ProposedChange[]> {
      const rows = await db
        .select()
        .from(proposedChanges)
        .where(isOpen)
        .orderBy(desc(proposedChanges.id))
        .limit(proposedChangesMax);
      return rows.map(toChange);
    },

    /** Carries a change out. One that fails stays, with the reason as the error. */
    async confirm(actor: Caller, id: number, run: Run): Promise<{ id: number }> {
      const row = await claim(id);
      try {
        await run(row);
      } catch (error) {
        await db.update(proposedChanges).set({ claimedAt: null }).where(eq(proposedChanges.id, id));
        throw error;
      }
      return decide(actor, id, 'confirmed');
    },

    reject: (actor: Caller, id: number) => decide(actor, id, 'rejected'),

    /** Deletes changes past their expiry. */
    async sweep(): Promise<string> {
      const { expiresAt } = proposedChanges;
      await deleteInBatches(db, proposedChanges, {
        where: lte(expiresAt, new Date()),
        oldest: expiresAt,
      });
      return '';
    },
  };
}

export type ProposedChanges = ReturnType<typeof createProposedChanges>;
