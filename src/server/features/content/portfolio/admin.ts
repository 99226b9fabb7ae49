import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { Refusal } from '~/contract/common/errors';
import type { Page, PageRequest } from '~/contract/common/paging';
import type {
  AdminPortfolioItem,
  portfolioChangeSchema,
  portfolioFieldsSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import { searchRecords } from '~/server/features/content/crud/crud-search';
import { createRecords } from '~/server/features/content/crud/crud-service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';

type Row = typeof portfolioItems.$inferSelect;
type Changes = z.output<typeof portfolioChangeSchema>;

/** As admins see one: with what visitors do not. */
export function toAdminItem(row: Row): AdminPortfolioItem {
  const { clientName, projectUrl, position, createdAt, updatedAt, deletedAt, ...rest } = row;
  return {
    ...rest,
    client_name: clientName,
    project_url: projectUrl,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}

function valuesOf({ client_name, project_url, ...fields }: Changes) {
  return {
    ...fields,
    ...(client_name !== undefined && { clientName: client_name }),
    ...(project_url !== undefined && { projectUrl: project_url }),
  };
}

const status = sql<string>`case
  when ${portfolioItems.deletedAt} is not null then 'trash'
  when ${portfolioItems.featured} then 'featured' else 'listed' end`;

/** What admins do with pieces of work. */
export function createPortfolioAdmin(db: Database) {
  const records = createRecords<Row>(db, {
    table: portfolioItems,
    noun: 'portfolio item',
    title: 'title',
    missing: 'Portfolio item not found',
  });

  return {
    ...records,

    async search(request: PageRequest): Promise<Page<AdminPortfolioItem>> {
      const page = await searchRecords<Row>(db, request, {
        table: portfolioItems,
        searched: [portfolioItems.title, portfolioItems.clientName, portfolioItems.slug],
        status,
        sorts: {
          title: portfolioItems.title,
          client_name: portfolioItems.clientName,
          category: portfolioItems.category,
          createdAt: portfolioItems.createdAt,
        },
        inOrder: [asc(portfolioItems.position), asc(portfolioItems.id)],
      });
      return { ...page, rows: page.rows.map(toAdminItem) };
    },

    async get(id: number): Promise<AdminPortfolioItem> {
      const [row] = await db.select().from(portfolioItems).where(eq(portfolioItems.id, id));
      if (!row) throw new Refusal('NOT_FOUND', 'Portfolio item not found');
      return toAdminItem(row);
    },

    async create(actor: Actor, fields: z.output<typeof portfolioFieldsSchema>) {
      return toAdminItem(await records.create(actor, valuesOf(fields)));
    },

    async update(actor: Actor, id: number, fields: Changes, expectedUpdatedAt?: string) {
      return toAdminItem(await records.update(actor, id, valuesOf(fields), expectedUpdatedAt));
    },

    async restore(actor: Actor, id: number) {
      return toAdminItem(await records.restore(actor, id));
    },
  };
}

export type PortfolioAdmin = ReturnType<typeof createPortfolioAdmin>;
