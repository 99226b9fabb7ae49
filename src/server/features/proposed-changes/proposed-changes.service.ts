import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import pLimit from 'p-limit';

import { AppError } from '~/contract/common/errors';
import type { Caller } from '~/contract/identity/api-keys';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { can, permissions } from '~/contract/identity/permissions';
import { adminRoles } from '~/contract/identity/roles';
import {
  type Preview,
  type ProposedChange,
  proposedChangeDays,
  proposedChangesMax,
} from '~/contract/proposed-changes/proposed-changes-schema';
import { toCurrentUser } from '~/server/features/identity/users';
import { nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { withCommitCheck } from '~/server/platform/db/commit-check';
import { apiKeys } from '~/server/platform/db/schema/api-keys';
import { users } from '~/server/platform/db/schema/identity';
import { proposedChanges } from '~/server/platform/db/schema/proposed-changes';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import type { Mailer } from '~/server/platform/mail/mailer';
import { digestOf } from '~/server/platform/submission-digest';
import { proposedChangeEmails } from './emails';

/** Seconds after which an unfinished confirmation is assumed to have crashed. */
const claimSeconds = 60;

/** Maximum number of concurrent confirmations. Each of them needs two of the pool's ten connections when it commits. */
const confirmationsMax = 4;

type Row = typeof proposedChanges.$inferSelect;

type NewChange = Pick<Row, 'procedure' | 'input' | 'permission' | 'record' | 'preview'>;

/** Change that is being confirmed, with the admin whose API key proposed it. */
type Confirmed = Pick<Row, 'procedure' | 'input' | 'proposedBy'> & { proposer: CurrentUser };

interface Confirming {
  id: number;
  /** Version of the preview that the person has seen. */
  version: string;
  /** Returns the preview of the change, with the current record. */
  preview(change: Confirmed): Promise<Preview>;
  /** Applies the change on behalf of the person who confirms it. */
  run(change: Confirmed): Promise<unknown>;
}

const isUnclaimed = or(
  isNull(proposedChanges.claimedAt),
  lt(proposedChanges.claimedAt, sql`now() - make_interval(secs => ${claimSeconds})`),
);

const isPermitted = or(
  ...adminRoles.map((role) =>
    and(
      eq(users.adminRole, role),
      inArray(
        proposedChanges.permission,
        permissions.filter((one) => can(role, one)),
      ),
    ),
  ),
);

/**
 * Condition for open changes: neither the change nor its API key has expired, and the key's admin still has the permission.
 */
export const isOpen = sql<boolean>`(${proposedChanges.expiresAt} > now() and exists (
  select from ${apiKeys} join ${users} on ${users.id} = ${apiKeys.userId}
  where ${apiKeys.id} = ${proposedChanges.apiKeyId}
    and coalesce(${apiKeys.expiresAt} > now(), true)
    and ${users.disabledAt} is null and ${users.isAdmin} and ${isPermitted}))`;

const wordsOf = ({ summary, about }: Preview) => `“${summary}”${about && ` (${about})`}`;

const byField = (one: { field: string }, other: { field: string }) =>
  one.field < other.field ? -1 : 1;

/**
 * Returns a hash of the preview that does not depend on the order of fields, because JSON in the database does not
 * preserve it.
 */
const versionOf = ({ about, changes, record: fields }: Preview): string =>
  digestOf([
    about,
    changes.toSorted(byField).map(({ field, before, after }) => [field, before, after]),
    fields.toSorted(byField).map(({ field, value }) => [field, value]),
  ]);

const toChange = (row: Row): ProposedChange => ({
  ...row.preview,
  id: row.id,
  proposedBy: row.proposedBy,
  version: versionOf(row.preview),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

/** Manages changes that programs propose and people confirm. */
export function createProposedChanges(db: Database, { mailer }: { mailer: Mailer }) {
  const confirming = pLimit(confirmationsMax);
  const gone = () =>
    new AppError('NOT_FOUND', 'This change was already confirmed or rejected, or has expired');
  const claimed = () => new AppError('CONFLICT', 'Another admin is confirming this change');
  const changedSince = () =>
    new AppError(
      'CONFLICT',
      'The record has changed since this change was shown to you. Nothing was changed. Please check the current record, and confirm again.',
    );

  /** Locks an open change that nobody is confirming. @throws CONFLICT while another admin confirms it */
  async function lock(tx: Pick<Database, 'select'>, id: number): Promise<Row> {
    const isMeant = and(eq(proposedChanges.id, id), isOpen);
    const [found] = await tx
      .select()
      .from(proposedChanges)
      .where(and(isMeant, isUnclaimed))
      .for('update');
    if (found) return found;
    const [other] = await tx.select().from(proposedChanges).where(isMeant);
    throw other ? claimed() : gone();
  }

  /** Claims a change for confirmation. @returns the change, with the admin of its API key */
  const claim = (id: number) =>
    db.transaction(async (tx) => {
      const row = await lock(tx, id);
      const [admin] = await tx
        .select({ user: getTableColumns(users) })
        .from(users)
        .innerJoin(apiKeys, eq(apiKeys.userId, users.id))
        .where(eq(apiKeys.id, row.apiKeyId));
      if (!admin) throw gone();
      await tx
        .update(proposedChanges)
        .set({ claimedAt: sql`now()` })
        .where(eq(proposedChanges.id, id));
      return { row, proposer: toCurrentUser(admin.user, 'admin') };
    });

  /**
   * Deletes a decided change and records the decision, even if the API key of the change was revoked in the meantime.
   */
  async function decide(
    tx: Pick<Database, 'delete' | 'insert'>,
    actor: Caller,
    row: Row,
    decision: 'confirmed' | 'rejected',
  ) {
    await tx.delete(proposedChanges).where(eq(proposedChanges.id, row.id));
    await recordAudit(tx, actor, {
      action: `proposedChange.${decision}`,
      about: `proposedChange:${row.id}`,
      did: `${decision} ${wordsOf(row.preview)}, proposed by ${row.proposedBy}`,
      after: row.input,
    });
    return { id: row.id };
  }

  /** Condition for changes proposed with any API key of an admin. */
  const isOf = ({ id }: Caller) =>
    inArray(
      proposedChanges.apiKeyId,
      db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, id)),
    );

  return {
    /**
     * Stores a change of an API key until a person confirms it. If the same change is already open, only updates its
     * preview.
     */
    async propose(actor: Caller, change: NewChange): Promise<ProposedChange> {
      const { apiKey } = actor;
      if (!apiKey) throw new Error('only an API key proposes changes');
      const emails = proposedChangeEmails(await mailer.open());
      const proposed = await db.transaction(async (tx) => {
        // Locks the admin's row, so that identical changes are stored only once, and only the first one sends an email.
        const [admin] = await tx
          .select({ email: users.email })
          .from(users)
          .where(eq(users.id, actor.id))
          .for('no key update');
        const mine = and(eq(proposedChanges.apiKeyId, apiKey.id), isOpen);
        const [same] = await tx
          .update(proposedChanges)
          .set({ preview: change.preview })
          .where(
            and(
              mine,
              eq(proposedChanges.procedure, change.procedure),
              eq(proposedChanges.input, change.input),
            ),
          )
          .returning();
        if (same) return toChange(same);
        if ((await tx.$count(proposedChanges, mine)) >= proposedChangesMax) {
          throw new AppError(
            'CONFLICT',
            `${proposedChangesMax} changes by this API key already wait for confirmation. Please wait until a person has confirmed or rejected some of them.`,
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
          did: `proposed ${wordsOf(row.preview)}`,
          after: change.input,
        });
        if (isFirst && admin) {
          const { id, proposedBy } = row;
          await emails.waiting(tx, admin.email, { id, proposedBy, words: wordsOf(row.preview) });
        }
        return toChange(row);
      });
      mailer.sendSoon();
      return proposed;
    },

    /** Returns whether a record has an open change. */
    waitsFor: async (about: string): Promise<boolean> =>
      (await db.$count(proposedChanges, and(eq(proposedChanges.record, about), isOpen))) > 0,

    /** Lists open changes, newest first. */
    async list(): Promise<ProposedChange[]> {
      const rows = await db
        .select()
        .from(proposedChanges)
        .where(isOpen)
        .orderBy(desc(proposedChanges.id))
        .limit(proposedChangesMax);
      return rows.map(toChange);
    },

    /**
     * Applies a change, which stays open if this fails.
     *
     * @throws CONFLICT if the record has changed since the preview was shown; the list then shows the current record
     */
    confirm: (actor: Caller, { id, version, preview, run }: Confirming) =>
      confirming(async () => {
        const { row, proposer } = await claim(id);
        const change = { ...row, proposer };
        let now = row.preview;
        const rejectChanged = async () => {
          now = await preview(change);
          if (versionOf(now) !== version) throw changedSince();
        };
        try {
          await rejectChanged();
          await withCommitCheck(rejectChanged, () => run(change));
        } catch (error) {
          await db
            .update(proposedChanges)
            .set({ claimedAt: null, preview: now })
            .where(eq(proposedChanges.id, id));
          throw error;
        }
        return db.transaction((tx) => decide(tx, actor, row, 'confirmed'));
      }),

    /** Rejects a change. @throws CONFLICT while another admin confirms it */
    reject: (actor: Caller, id: number) =>
      db.transaction(async (tx) => decide(tx, actor, await lock(tx, id), 'rejected')),

    /**
     * Deletes changes that are no longer open: expired ones, and those of expired or unauthorized
     * API keys.
     *
     * @returns an empty text
     */
    async sweep(): Promise<string> {
      await deleteInBatches(db, proposedChanges, {
        where: sql`not ${isOpen}`,
        oldest: proposedChanges.expiresAt,
      });
      return '';
    },
  };
}

export type ProposedChanges = ReturnType<typeof createProposedChanges>;
