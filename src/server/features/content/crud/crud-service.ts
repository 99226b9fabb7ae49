import { and, eq, isNotNull, isNull, lt, max, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { AppError, changedMeanwhile } from '~/contract/common/errors';
import { trashDays } from '~/contract/common/slugs';
import { type Actor, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { isDuplicate } from '~/server/platform/db/unique';
import type { Exactly } from '~/server/platform/db/values';
import type { ChangesOf, CrudTable, NewRowOf, RowOf } from './crud-table';
import { freeSlug, slugOf } from './slugs';

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Values of any table. They are checked against its columns where `createCrud` is called. */
type Values = Record<string, unknown>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates, updates, deletes, restores and orders the rows of one table. Each operation is one transaction, including its entry in
 * the audit log.
 */
export function createCrud<Table extends CrudTable>(
  /** Database, or the transaction that the changes are part of. */
  db: Pick<Database, 'transaction' | 'select' | 'execute' | 'delete'>,
  options: {
    table: Table;
    /** Name in messages and in the audit log, such as 'service'. */
    noun: string;
    /** Column with a row's display name. */
    title: keyof RowOf<Table> & string;
    missing: string;
    /** Condition for rows that are never purged, because other rows refer to them. */
    keptForGood?: SQL;
    /** Returns whether the site uses a slug for something else. */
    isReserved?(slug: string): boolean;
  },
) {
  type Row = RowOf<Table>;
  const { noun, title, missing, keptForGood, isReserved } = options;
  const table: CrudTable = options.table;
  const nameOf = (row: Row) => `the ${noun} “${String(row[title])}”`;
  const aboutOf = (id: number) => `${noun.replaceAll(' ', '_')}:${id}`;
  const action = (verb: string) => `${noun.replaceAll(' ', '_')}.${verb}`;

  async function find(tx: Pick<Tx, 'select'>, id: number, where: SQL | undefined): Promise<Row> {
    const [row] = await tx
      .select()
      .from(table)
      .where(and(eq(table.id, id), where))
      .for('update');
    if (!row) throw new AppError('NOT_FOUND', missing);
    return row as unknown as Row;
  }

  async function write(tx: Tx, id: number, values: Values): Promise<Row> {
    const [row] = await tx
      .update(table)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(table.id, id))
      .returning();
    return row as unknown as Row;
  }

  /** Rejects a slug that another row already has. The error names the slug's field, and suggests the next free slug. */
  async function rejectingTakenSlug<T>(slug: unknown, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Derives another slug, because a concurrent transaction has taken the one that was derived from the title.
      if (typeof slug !== 'string' || slug === '') return work();
      const suggestion = await freeSlug(db, table, slug);
      const [owner] = await db
        .select()
        .from(table)
        .where(and(eq(table.slug as PgColumn, slug), isNull(table.deletedAt)));
      const name = owner ? nameOf(owner as unknown as Row) : `another ${noun}`;
      const message = `“${slug}” is taken by ${name}. “${suggestion}” is free.`;
      throw new AppError('CONFLICT', message, { issues: [{ path: 'slug', message, suggestion }] });
    }
  }

  return {
    /** Adds a row at the end of the order. Without a slug, one is derived from the title. */
    async create<Given extends NewRowOf<Table>>(
      actor: Actor,
      given: Exactly<NewRowOf<Table>, Given>,
    ): Promise<Row> {
      const values: Values = given;
      return rejectingTakenSlug(values.slug, () =>
        db.transaction(async (tx) => {
          const position = table.position && { position: await lastPosition(tx, table) };
          const slug = table.slug && {
            slug:
              values.slug ||
              (await freeSlug(tx, table, slugOf(String(values[title]), noun, isReserved))),
          };
          const [row] = await tx
            .insert(table)
            .values({ ...values, ...position, ...slug, updatedAt: new Date() })
            .returning();
          const made = row as unknown as Row;
          await recordAudit(tx, actor, {
            action: action('created'),
            about: aboutOf(made.id),
            did: `created ${nameOf(made)}`,
            after: made,
          });
          return made;
        }),
      );
    },

    /** Updates a row. @param expectedUpdatedAt throws CONFLICT if the row has changed since */
    async update<Given extends ChangesOf<Table>>(
      actor: Actor,
      id: number,
      changes: Exactly<ChangesOf<Table>, Given>,
      expectedUpdatedAt?: string,
    ): Promise<Row> {
      const values: Values = changes;
      return rejectingTakenSlug(values.slug, () =>
        db.transaction(async (tx) => {
          const before = await find(tx, id, isNull(table.deletedAt));
          rejectStale(before, expectedUpdatedAt);
          const given = { ...values };
          // An emptied slug is derived from the title again.
          if (given.slug === '') {
            const words = slugOf(String(given[title] ?? before[title]), noun, isReserved);
            given.slug = words === before.slug ? words : await freeSlug(tx, table, words);
          }
          const difference = changed(before as unknown as Values, given);
          if (!difference) return before;
          const after = await write(tx, id, given);
          await recordAudit(tx, actor, {
            action: action('updated'),
            about: aboutOf(id),
            did: `updated ${nameOf(after)}`,
            ...difference,
          });
          return after;
        }),
      );
    },

    /** Moves a row into the trash, from which it can be restored. */
    async remove(actor: Actor, id: number): Promise<{ id: number }> {
      return db.transaction(async (tx) => {
        const row = await find(tx, id, isNull(table.deletedAt));
        await write(tx, id, { deletedAt: new Date() });
        await recordAudit(tx, actor, {
          action: action('deleted'),
          about: aboutOf(id),
          did: `deleted ${nameOf(row)}`,
          before: row,
        });
        return { id };
      });
    },

    /** Restores a row from the trash. If its slug was taken in the meantime, the row gets another one. */
    async restore(actor: Actor, id: number): Promise<Row> {
      return rejectingTakenSlug(undefined, () =>
        db.transaction(async (tx) => {
          const trashed = await find(tx, id, isNotNull(table.deletedAt));
          const slug = trashed.slug && { slug: await freeSlug(tx, table, trashed.slug) };
          const row = await write(tx, id, { deletedAt: null, ...slug });
          await recordAudit(tx, actor, {
            action: action('restored'),
            about: aboutOf(id),
            did: `restored ${nameOf(row)}`,
            after: row,
          });
          return row;
        }),
      );
    },

    /** Moves the given ids to the front, in the given order. The others keep their order. */
    async reorder(actor: Actor, ids: number[]): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.execute(sql`
          with wanted as (
            select id, row_number() over (
              order by array_position(${sql.param(`{${ids.join(',')}}`)}::int[], id) nulls last, position, id
            ) as place
            from ${table} where deleted_at is null
          )
          update ${table} as shown set position = wanted.place
          from wanted where shown.id = wanted.id and shown.position <> wanted.place`);
        await recordAudit(tx, actor, {
          action: action('reordered'),
          about: noun.replaceAll(' ', '_'),
          did: `put the ${noun}s in order`,
          after: { ids },
        });
      });
    },

    /** Permanently deletes rows whose time in the trash has passed. @returns the number of rows */
    async purge(now = new Date()): Promise<number> {
      const since = new Date(now.getTime() - trashDays * dayMs);
      const gone = await db
        .delete(table)
        .where(and(lt(table.deletedAt, since), keptForGood && not(keptForGood)))
        .returning({ id: table.id });
      return gone.length;
    },
  };
}

async function lastPosition(tx: Tx, table: CrudTable): Promise<number> {
  const [row] = await tx.select({ value: max(table.position as PgColumn) }).from(table);
  return Number(row?.value ?? 0) + 1;
}

/** Prevents an admin from overwriting a change that they have not seen. */
export function rejectStale(row: { updatedAt: Date }, expectedUpdatedAt: string | undefined): void {
  if (!expectedUpdatedAt || row.updatedAt.toISOString() === expectedUpdatedAt) return;
  throw new AppError('CONFLICT', changedMeanwhile);
}
