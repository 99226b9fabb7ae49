import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { categories } from '~/contract/services/categories';
import {
  defaultCtaText,
  defaultTimeline,
  type PriceKind,
  type PriceUnit,
  type ProcessStep,
} from '~/contract/services/services';
import { forms } from './forms';
import { searchKeysIndex } from './search-keys';

export const categoryEnum = pgEnum('category', categories);

export const services = pgTable(
  'services',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    detailedDescription: text('detailed_description').notNull().default(''),
    priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
    priceUnit: text('price_unit').$type<PriceUnit>().notNull().default('once'),
    priceKind: text('price_kind').$type<PriceKind>().notNull().default('from'),
    category: categoryEnum().notNull().default('website'),
    features: jsonb().$type<string[]>().notNull().default([]),
    metaTitle: text('meta_title').notNull().default(''),
    metaDescription: text('meta_description').notNull().default(''),
    keywords: text().notNull().default(''),
    heroTitle: text('hero_title').notNull().default(''),
    heroSubtitle: text('hero_subtitle').notNull().default(''),
    ctaText: text('cta_text').notNull().default(defaultCtaText),
    timeline: text().notNull().default(defaultTimeline),
    imageUrl: text('image_url'),
    featured: boolean().notNull().default(false),
    processSteps: jsonb('process_steps').$type<ProcessStep[]>().notNull().default([]),
    deliverables: jsonb().$type<string[]>().notNull().default([]),
    /** Form that is offered once a quote or a request for this service has been sent. */
    briefFormId: integer('brief_form_id').references(() => forms.id, { onDelete: 'set null' }),
    isActive: boolean('is_active').notNull().default(true),
    position: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    searchKeysIndex('services'),
    // A service in the trash does not reserve its slug.
    uniqueIndex('services_slug_idx').on(table.slug).where(sql`deleted_at is null`),
    index('services_shown_idx').on(table.position, table.id).where(sql`deleted_at is null`),
    check('services_price_not_negative', sql`${table.priceCents} >= 0`),
    // Rejects slugs that the URLs need: numbers, because /services/{number} is a separate URL, and the words of
    // sub-paths.
    check(
      'services_slug_free',
      sql`${table.slug} !~ '^[0-9]+$' and ${table.slug} not in ('featured', 'category')`,
    ),
  ],
);
