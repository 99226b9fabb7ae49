import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import { contentTypes } from '~/contract/content/content-types';
import { readExhibits } from '~/contract/portfolio/exhibits-schema';
import type {
  AdminPortfolioItem,
  PortfolioUpdate,
  portfolioChangeSchema,
  portfolioFieldsSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import { searchRows } from '~/server/features/content/crud/crud-search';
import { createCrud } from '~/server/features/content/crud/crud-service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { pricesOf } from './prices';

type Row = typeof portfolioItems.$inferSelect;
type Changes = z.output<typeof portfolioChangeSchema>;

/** Returns a portfolio item for the panel; includes fields that visitors do not see. */
function toAdminItem(row: Row): AdminPortfolioItem {
  const { clientName, projectUrl, position, createdAt, updatedAt, deletedAt, ...columns } = row;
  const { priceFromCents, priceToCents, ...rest } = columns;
  return {
    ...rest,
    ...pricesOf(row),
    exhibits: readExhibits(row.exhibits),
    client_name: clientName,
    project_url: projectUrl,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}

function columnsOf({ client_name, project_url, priceFrom, priceTo, ...fields }: Changes) {
  return {
    ...fields,
    ...(priceFrom !== undefined && { priceFromCents: priceFrom }),
    ...(priceTo !== undefined && { priceToCents: priceTo }),
    ...(client_name !== undefined && { clientName: client_name }),
    ...(project_url !== undefined && { projectUrl: project_url }),
  };
}

/** Rejects a range that ends before it begins, even if only one of its ends is changed. */
function rejectTurnedRange(from: number | null | undefined, to: number | null | undefined): void {
  if (from == null || to == null || to >= from) return;
  const message = 'This is below the price that it begins with';
  throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'priceTo', message }] });
}

const status = sql<string>`case
  when ${portfolioItems.deletedAt} is not null then 'trash'
  when ${portfolioItems.featured} then 'featured' else 'listed' end`;

/** Portfolio items as admins manage them. */
export function createPortfolioAdmin(db: Database) {
  const crud = createCrud(db, {
    table: portfolioItems,
    noun: contentTypes.portfolio.noun,
    title: contentTypes.portfolio.title,
    missing: 'Portfolio item not found',
  });

  return {
    ...crud,

    async search(request: ListQuery): Promise<Page<AdminPortfolioItem>> {
      const page = await searchRows(db, request, {
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
      if (!row) throw new AppError('NOT_FOUND', 'Portfolio item not found');
      return toAdminItem(row);
    },

    async create(actor: Actor, fields: z.output<typeof portfolioFieldsSchema>) {
      rejectTurnedRange(fields.priceFrom, fields.priceTo);
      return toAdminItem(
        await crud.create(actor, {
          ...columnsOf(fields),
          title: fields.title,
          description: fields.description,
          clientName: fields.client_name,
        }),
      );
    },

    async update(actor: Actor, { id, expectedUpdatedAt, ...fields }: PortfolioUpdate) {
      if (fields.priceFrom !== undefined || fields.priceTo !== undefined) {
        const [row] = await db.select().from(portfolioItems).where(eq(portfolioItems.id, id));
        const { priceFrom = row?.priceFromCents, priceTo = row?.priceToCents } = fields;
        rejectTurnedRange(priceFrom, priceTo);
      }
      return toAdminItem(await crud.update(actor, id, columnsOf(fields), expectedUpdatedAt));
    },

    async restore(actor: Actor, id: number) {
      return toAdminItem(await crud.restore(actor, id));
    },
  };
}
