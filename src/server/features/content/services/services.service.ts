import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';

import { listMax } from '~/contract/common/limits';
import { centsToDecimal } from '~/contract/common/money';
import type { Category } from '~/contract/services/categories';
import { relatedServicesLimit } from '~/contract/services/services';
import type { Service, ServiceCard } from '~/contract/services/services-schema';
import { createFinder } from '~/server/features/content/crud/former-slugs';
import { type Picked, pickedRows } from '~/server/features/content/crud/picked';
import type { Database } from '~/server/platform/db/client';
import { services } from '~/server/platform/db/schema/services';

export const shown = and(eq(services.isActive, true), isNull(services.deletedAt));
const inOrder = [asc(services.position), asc(services.id)] as const;

type Row = typeof services.$inferSelect;

function toService(row: Row): Service {
  const { priceCents, position, createdAt, updatedAt, deletedAt, ...rest } = row;
  return { ...rest, price: centsToDecimal(priceCents) };
}

const cardColumns = {
  id: services.id,
  slug: services.slug,
  name: services.name,
  description: services.description,
  priceCents: services.priceCents,
  priceUnit: services.priceUnit,
  priceKind: services.priceKind,
  category: services.category,
  imageUrl: services.imageUrl,
  timeline: services.timeline,
};

function toCard({ priceCents, ...row }: Pick<Row, keyof typeof cardColumns>): ServiceCard {
  return { ...row, price: centsToDecimal(priceCents) };
}

/** Services as visitors see them: active, not in the trash, in the order that admins chose. */
export function createServices(db: Database) {
  const all = db
    .select()
    .from(services)
    .where(shown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('services_all');
  const cards = db
    .select(cardColumns)
    .from(services)
    .where(shown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('services_cards');
  const bySlug = db
    .select()
    .from(services)
    .where(and(shown, eq(services.slug, sql.placeholder('slug'))))
    .prepare('services_by_slug');
  const byId = db
    .select()
    .from(services)
    .where(and(shown, eq(services.id, sql.placeholder('id'))))
    .prepare('services_by_id');
  const byCategory = db
    .select()
    .from(services)
    .where(and(shown, eq(services.category, sql.placeholder('category'))))
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('services_by_category');
  const related = db
    .select(cardColumns)
    .from(services)
    .where(
      and(
        shown,
        eq(services.category, sql.placeholder('category')),
        ne(services.slug, sql.placeholder('slug')),
      ),
    )
    .orderBy(...inOrder)
    .limit(relatedServicesLimit)
    .prepare('services_related');

  const dated = db
    .select({ slug: services.slug, updatedAt: services.updatedAt })
    .from(services)
    .where(shown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('services_dated');
  const findOne = createFinder<Row>(db, {
    table: 'services',
    missing: 'Service not found',
    bySlug: (slug) => bySlug.execute({ slug }),
    byId: (id) => byId.execute({ id }),
  });

  return {
    async list(): Promise<Service[]> {
      return (await all.execute()).map(toService);
    },

    async listCards(): Promise<ServiceCard[]> {
      return (await cards.execute()).map(toCard);
    },

    /** Returns the services that an editor selected for a block. */
    async listPicked(picked: Picked<Category>): Promise<ServiceCard[]> {
      const { where, order, limit } = pickedRows(services, picked, inOrder);
      const rows = await db
        .select(cardColumns)
        .from(services)
        .where(and(shown, where))
        .orderBy(...order)
        .limit(limit);
      return rows.map(toCard);
    },

    /** Returns the slugs of services with the time of the last change. */
    async listDated(): Promise<{ slug: string; updatedAt: Date }[]> {
      return dated.execute();
    },

    async listByCategory(category: Category): Promise<Service[]> {
      return (await byCategory.execute({ category })).map(toService);
    },

    /** Returns up to three other services of the same category. */
    async listRelated(input: { category: Category; slug: string }): Promise<ServiceCard[]> {
      return (await related.execute(input)).map(toCard);
    },

    /** Finds a service by current or former slug, or by id if the text is all digits. */
    async get(slugOrId: string): Promise<Service> {
      return toService(await findOne(slugOrId));
    },
  };
}

export type Services = ReturnType<typeof createServices>;
