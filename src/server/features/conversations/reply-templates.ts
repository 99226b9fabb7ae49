import { asc, eq, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import type {
  ReplyTemplate,
  ReplyTemplateFields,
  ReplyTemplateUpdate,
} from '~/contract/conversations/conversations-schema';
import { rejectStale } from '~/server/features/content/crud/crud-service';
import { type Actor, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { replyTemplates } from '~/server/platform/db/schema/messages';
import { changesOf, newRowOf } from '~/server/platform/db/values';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
type Row = typeof replyTemplates.$inferSelect;

const notFound = () => new AppError('NOT_FOUND', 'Template not found');
const about = (id: number) => `reply_template:${id}`;

const toTemplate = ({ createdAt, updatedAt, ...row }: Row): ReplyTemplate => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/**
 * Rejects a name that another template has. Locks the table until the transaction ends, so that
 * concurrent calls cannot use a name twice.
 *
 * @throws CONFLICT
 */
async function rejectTaken(tx: Transaction, name: string, id?: number): Promise<void> {
  await tx.execute(sql`lock table ${replyTemplates} in share row exclusive mode`);
  const [same] = await tx
    .select({ id: replyTemplates.id })
    .from(replyTemplates)
    .where(eq(sql`lower(${replyTemplates.name})`, name.toLowerCase()));
  if (!same || same.id === id) return;
  const message = 'A template with this name already exists';
  throw new AppError('CONFLICT', message, { issues: [{ path: 'name', message }] });
}

/** Reply templates of admins. */
export function createReplyTemplates(db: Database) {
  return {
    async list(): Promise<ReplyTemplate[]> {
      const rows = await db
        .select()
        .from(replyTemplates)
        .orderBy(asc(sql`lower(${replyTemplates.name})`))
        .limit(listMax);
      return rows.map(toTemplate);
    },

    create: (actor: Actor, fields: ReplyTemplateFields): Promise<ReplyTemplate> =>
      db.transaction(async (tx) => {
        await rejectTaken(tx, fields.name);
        const [row] = await tx
          .insert(replyTemplates)
          .values(newRowOf(replyTemplates, fields))
          .returning();
        if (!row) throw new Error('a template was not stored');
        await recordAudit(tx, actor, {
          action: 'reply_template.created',
          about: about(row.id),
          did: `added the reply template “${row.name}”`,
        });
        return toTemplate(row);
      }),

    /** Changes a template. @throws CONFLICT if it has changed since `expectedUpdatedAt` */
    update: (
      actor: Actor,
      { id, expectedUpdatedAt, ...fields }: ReplyTemplateUpdate,
    ): Promise<ReplyTemplate> =>
      db.transaction(async (tx) => {
        if (fields.name !== undefined) await rejectTaken(tx, fields.name, id);
        const [before] = await tx
          .select()
          .from(replyTemplates)
          .where(eq(replyTemplates.id, id))
          .for('update');
        if (!before) throw notFound();
        rejectStale(before, expectedUpdatedAt);
        const difference = changed(before, fields);
        if (!difference) return toTemplate(before);
        const [row] = await tx
          .update(replyTemplates)
          .set({ ...changesOf(replyTemplates, fields), updatedAt: new Date() })
          .where(eq(replyTemplates.id, id))
          .returning();
        if (!row) throw notFound();
        await recordAudit(tx, actor, {
          action: 'reply_template.updated',
          about: about(id),
          did: `changed the reply template “${row.name}”`,
          ...difference,
        });
        return toTemplate(row);
      }),

    async remove(actor: Actor, id: number): Promise<{ id: number }> {
      return db.transaction(async (tx) => {
        const [row] = await tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning();
        if (!row) throw notFound();
        await recordAudit(tx, actor, {
          action: 'reply_template.deleted',
          about: about(id),
          did: `deleted the reply template “${row.name}”`,
          before: { name: row.name, text: row.text },
        });
        return { id };
      });
    },
  };
}

export type ReplyTemplates = ReturnType<typeof createReplyTemplates>;
