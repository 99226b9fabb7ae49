import { asc, eq, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { TemplateContent } from '~/contract/proposals/proposal-content';
import {
  type ProposalTemplate,
  proposalTemplatesMax,
  type SaveTemplate,
  type ShownTemplateContent,
  type WholeTemplate,
} from '~/contract/proposals/templates-schema';
import { presentDiscount, presentItems } from '~/server/features/documents/items';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { proposalTemplates } from '~/server/platform/db/schema/proposals';
import { findProposal } from './proposals.rows';

type TemplateRow = typeof proposalTemplates.$inferSelect;

const templateNotFound = () => new AppError('NOT_FOUND', 'Template not found');

const toTemplate = ({ id, name, content, updatedAt }: TemplateRow): ProposalTemplate => ({
  id,
  name,
  title: content.title,
  itemCount: content.items.length,
  updatedAt: updatedAt.toISOString(),
});

/** Returns a template. @throws NOT_FOUND for an unknown id */
async function find(db: Pick<Database, 'select'>, id: number): Promise<TemplateRow> {
  const [row] = await db.select().from(proposalTemplates).where(eq(proposalTemplates.id, id));
  if (!row) throw templateNotFound();
  return row;
}

/** Returns the content of a template. @throws NOT_FOUND for an unknown id */
export const contentOfTemplate = async (
  db: Pick<Database, 'select'>,
  id: number,
): Promise<TemplateContent> => (await find(db, id)).content;

const isNamed = (name: string) => sql`lower(${proposalTemplates.name}) = lower(${name})`;

/** Returns the content of a proposal without its client and dates. */
async function contentOfProposal(db: Pick<Database, 'select'>, id: number) {
  const { content, number } = await findProposal(db, id);
  const { title, intro, items, discount, schedule, terms, currency } = content;
  return { number, content: { title, intro, items, discount, schedule, terms, currency } };
}

const present = (content: TemplateContent): ShownTemplateContent => ({
  ...content,
  items: presentItems(content.items, content.currency),
  discount: presentDiscount(content.discount),
});

export function createProposalTemplates(db: Database) {
  return {
    async list(): Promise<ProposalTemplate[]> {
      const rows = await db
        .select()
        .from(proposalTemplates)
        .orderBy(asc(sql`lower(${proposalTemplates.name})`))
        .limit(proposalTemplatesMax);
      return rows.map(toTemplate);
    },

    async get(id: number): Promise<WholeTemplate> {
      const row = await find(db, id);
      return { ...toTemplate(row), content: present(row.content) };
    },

    /** Returns the template's content before and after, if `save` would replace a template. */
    async compare({ proposalId, name }: SaveTemplate) {
      const { content } = await contentOfProposal(db, proposalId);
      const [same] = await db.select().from(proposalTemplates).where(isNamed(name));
      return { before: same ? present(same.content) : null, after: present(content) };
    },

    /** Saves the content of a proposal as a template, without its client and dates. @throws CONFLICT if the name is taken */
    async save(
      actor: Actor,
      { proposalId, name, replace }: SaveTemplate,
    ): Promise<ProposalTemplate> {
      return db.transaction(async (tx) => {
        const { number, content } = await contentOfProposal(tx, proposalId);
        // Locks the table, so that concurrent calls cannot exceed the limit.
        await tx.execute(sql`lock table ${proposalTemplates} in share row exclusive mode`);
        const [same] = await tx.select().from(proposalTemplates).where(isNamed(name));
        if (same && !replace) {
          const message = 'A template with this name already exists';
          throw new AppError('CONFLICT', message, { issues: [{ path: 'name', message }] });
        }
        if (!same && (await tx.$count(proposalTemplates)) >= proposalTemplatesMax) {
          throw new AppError(
            'CONFLICT',
            `You already have ${proposalTemplatesMax} templates. Please delete one first`,
          );
        }
        const [row] = same
          ? await tx
              .update(proposalTemplates)
              .set({ name, content, updatedAt: new Date() })
              .where(eq(proposalTemplates.id, same.id))
              .returning()
          : await tx.insert(proposalTemplates).values({ name, content }).returning();
        if (!row) throw new Error('a template was not stored');
        await recordAudit(tx, actor, {
          action: same ? 'proposal_template.replaced' : 'proposal_template.created',
          about: `proposal_template:${row.id}`,
          did: `saved the proposal ${number} as the template “${name}”`,
        });
        return toTemplate(row);
      });
    },

    async remove(actor: Actor, id: number): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .delete(proposalTemplates)
          .where(eq(proposalTemplates.id, id))
          .returning();
        if (!row) throw templateNotFound();
        await recordAudit(tx, actor, {
          action: 'proposal_template.deleted',
          about: `proposal_template:${id}`,
          did: `deleted the template “${row.name}”`,
          before: { name: row.name, content: row.content },
        });
      });
      return { id };
    },
  };
}

export type ProposalTemplates = ReturnType<typeof createProposalTemplates>;
