import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import { contentTypes } from '~/contract/content/content-types';
import { type FormField, fieldTypeLabels } from '~/contract/forms/forms';
import type { AdminForm, FormUpdate, formFieldsSchema } from '~/contract/forms/forms-schema';
import { searchRows } from '~/server/features/content/crud/crud-search';
import { createCrud } from '~/server/features/content/crud/crud-service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { forms } from '~/server/platform/db/schema/forms';
import { quotes } from '~/server/platform/db/schema/quotes';
import { usesOf } from './form-uses';

type Row = typeof forms.$inferSelect;

interface Answered {
  count: number;
  keys: string[];
}

const status = sql<string>`case when ${forms.deletedAt} is not null then 'trash' else 'active' end`;
const missing = 'Form not found';

/** Counts the submissions of each form, and lists which of its fields were answered. */
async function answeredOf(
  db: Pick<Database, 'select'>,
  ids: number[],
): Promise<Map<number, Answered>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: quotes.formId,
      count: sql<number>`count(*)::int`,
      keys: sql<string[]>`coalesce((
        select array_agg(distinct answer->>'key') from quotes answered, jsonb_array_elements(answered.answers) answer
        where answered.form_id = quotes.form_id), '{}')`,
    })
    .from(quotes)
    .where(inArray(quotes.formId, ids))
    .groupBy(quotes.formId);
  return new Map(rows.map(({ id, count, keys }) => [id ?? 0, { count, keys }]));
}

/**
 * Returns the fields to store. Fields with answers are retired instead of removed, and keep their type.
 *
 * @throws BAD_REQUEST for an answered field with another type
 */
function keepingAnswered(before: FormField[], given: FormField[], answered: string[]): FormField[] {
  const known = new Map(before.map((field) => [field.key, field]));
  for (const [index, { key, type, label }] of given.entries()) {
    const former = known.get(key);
    if (!former || former.type === type || !answered.includes(key)) continue;
    const message = `“${label}” already has answers of type “${fieldTypeLabels[former.type]}”. Please add another field instead`;
    throw new AppError('BAD_REQUEST', message, {
      issues: [{ path: `fields.${index}.type`, message }],
    });
  }
  const keys = new Set(given.map(({ key }) => key));
  const retired = before
    .filter(({ key }) => !keys.has(key) && answered.includes(key))
    .map((field) => ({ ...field, retired: true }));
  // Removes retired fields without answers.
  return [...given.filter((field) => !field.retired || answered.includes(field.key)), ...retired];
}

/** Custom forms as admins manage them. */
export function createFormsAdmin(db: Database) {
  const crudOf = (on: Parameters<typeof createCrud>[0]) =>
    createCrud(on, {
      table: forms,
      noun: contentTypes.forms.noun,
      title: contentTypes.forms.title,
      missing,
    });
  const crud = crudOf(db);

  async function toAdmin(rows: Row[]): Promise<AdminForm[]> {
    const ids = rows.map(({ id }) => id);
    const [answered, uses] = await Promise.all([answeredOf(db, ids), usesOf(db, ids)]);
    return rows.map(({ position, createdAt, updatedAt, deletedAt, ...row }) => ({
      ...row,
      answers: answered.get(row.id)?.count ?? 0,
      answeredKeys: answered.get(row.id)?.keys ?? [],
      usedBy: uses.get(row.id) ?? [],
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
    }));
  }

  async function one(row: Row | undefined): Promise<AdminForm> {
    const [form] = row ? await toAdmin([row]) : [];
    if (!form) throw new AppError('NOT_FOUND', missing);
    return form;
  }

  return {
    ...crud,

    async search(request: ListQuery): Promise<Page<AdminForm>> {
      const page = await searchRows(db, request, {
        table: forms,
        searched: [forms.name],
        status,
        sorts: { name: forms.name, updatedAt: forms.updatedAt, createdAt: forms.createdAt },
        inOrder: [asc(forms.position), asc(forms.id)],
      });
      return { ...page, rows: await toAdmin(page.rows) };
    },

    async get(id: number): Promise<AdminForm> {
      return one((await db.select().from(forms).where(eq(forms.id, id)))[0]);
    },

    async create(actor: Actor, fields: z.output<typeof formFieldsSchema>) {
      // A new form has no answers yet, so retired fields are dropped.
      const asked = fields.fields.filter(({ retired }) => !retired);
      return one(await crud.create(actor, { ...fields, fields: asked }));
    },

    async update(actor: Actor, { id, expectedUpdatedAt, ...changes }: FormUpdate) {
      const row = await db.transaction(async (tx) => {
        const [before] = await tx.select().from(forms).where(eq(forms.id, id)).for('update');
        const answered = (await answeredOf(tx, [id])).get(id)?.keys ?? [];
        const fields =
          before && changes.fields && keepingAnswered(before.fields, changes.fields, answered);
        return crudOf(tx).update(
          actor,
          id,
          { ...changes, ...(fields && { fields }) },
          expectedUpdatedAt,
        );
      });
      return one(row as Row);
    },

    async restore(actor: Actor, id: number) {
      return one(await crud.restore(actor, id));
    },
  };
}
