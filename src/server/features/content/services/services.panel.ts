import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import { centsToDecimal } from '~/contract/common/money';
import type { ListQuery, Page } from '~/contract/common/paging';
import { contentTypes } from '~/contract/content/content-types';
import { defaultCtaText, defaultTimeline } from '~/contract/services/services';
import type {
  AdminService,
  ServiceUpdate,
  serviceChangeSchema,
  serviceFieldsSchema,
} from '~/contract/services/services-form-schema';
import { searchRows } from '~/server/features/content/crud/crud-search';
import { createCrud } from '~/server/features/content/crud/crud-service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { forms } from '~/server/platform/db/schema/forms';
import { services } from '~/server/platform/db/schema/services';

type Row = typeof services.$inferSelect;

/** Returns a service for the panel; includes fields that visitors do not see. */
function toAdminService(row: Row): AdminService {
  const { priceCents, position, createdAt, updatedAt, deletedAt, ...rest } = row;
  return {
    ...rest,
    price: centsToDecimal(priceCents),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}

/** Returns the columns of a change. Emptied texts are reset to their defaults. */
function columnsOf({ price, ...fields }: z.output<typeof serviceChangeSchema>) {
  return {
    ...fields,
    ...(price !== undefined && { priceCents: price }),
    ...(fields.ctaText === '' && { ctaText: defaultCtaText }),
    ...(fields.timeline === '' && { timeline: defaultTimeline }),
  };
}

/** Rejects a brief whose form does not exist. @throws BAD_REQUEST */
async function rejectUnknownForm(db: Database, id: number | null | undefined): Promise<void> {
  if (!id) return;
  const [form] = await db.select({ id: forms.id }).from(forms).where(eq(forms.id, id));
  if (form) return;
  const message = 'Form not found';
  throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'briefFormId', message }] });
}

const status = sql<string>`case
  when ${services.deletedAt} is not null then 'trash'
  when ${services.isActive} then 'active' else 'inactive' end`;

/** Services as admins manage them. */
export function createServicesAdmin(db: Database) {
  const crud = createCrud(db, {
    table: services,
    noun: contentTypes.services.noun,
    title: contentTypes.services.title,
    missing: 'Service not found',
  });

  return {
    ...crud,

    async search(request: ListQuery): Promise<Page<AdminService>> {
      const page = await searchRows(db, request, {
        table: services,
        searched: [services.name, services.slug, services.description],
        status,
        sorts: {
          name: services.name,
          price: services.priceCents,
          category: services.category,
          createdAt: services.createdAt,
        },
        inOrder: [asc(services.position), asc(services.id)],
      });
      return { ...page, rows: page.rows.map(toAdminService) };
    },

    async get(id: number): Promise<AdminService> {
      const [row] = await db.select().from(services).where(eq(services.id, id));
      if (!row) throw new AppError('NOT_FOUND', 'Service not found');
      return toAdminService(row);
    },

    async create(
      actor: Actor,
      fields: z.output<typeof serviceFieldsSchema>,
    ): Promise<AdminService> {
      await rejectUnknownForm(db, fields.briefFormId);
      return toAdminService(
        await crud.create(actor, {
          ...columnsOf(fields),
          name: fields.name,
          description: fields.description,
          priceCents: fields.price,
        }),
      );
    },

    async update(
      actor: Actor,
      { id, expectedUpdatedAt, ...fields }: ServiceUpdate,
    ): Promise<AdminService> {
      await rejectUnknownForm(db, fields.briefFormId);
      return toAdminService(await crud.update(actor, id, columnsOf(fields), expectedUpdatedAt));
    },

    async restore(actor: Actor, id: number): Promise<AdminService> {
      return toAdminService(await crud.restore(actor, id));
    },
  };
}
