import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { ContentKey } from '~/contract/content/content-types';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { posts } from '~/server/platform/db/schema/blog';
import { forms } from '~/server/platform/db/schema/forms';
import { customPages } from '~/server/platform/db/schema/pages';
import { plans } from '~/server/platform/db/schema/plans';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { services } from '~/server/platform/db/schema/services';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import { seedPages } from './pages';
import { seedPlans } from './plans';
import { seedPortfolio } from './portfolio';
import { seedPosts } from './posts';
import { seedServices } from './services';
import { seedTestimonials } from './testimonials';

type SampleTable = PgTable & { id: PgColumn; deletedAt: PgColumn };

interface Options<Name extends string> {
  /** Columns that distinguish samples. A row with unchanged values is a sample; a changed row belongs to the agency. */
  compared: [Name, ...Name[]];
  /** Condition for samples that are not removed, for example because other rows refer to them. */
  keptIf?: SQL;
}

/** Samples of one content type. Demo mode creates them, and `npm run reset-demo` removes them. */
export interface ContentSamples extends Options<string> {
  table: SampleTable;
  rows: Record<string, unknown>[];
}

const centsOf = (decimal: string | null) =>
  decimal === null ? null : Math.round(Number(decimal) * 100);

/** Row in which each value can be a query, for example for the id of another sample. */
type WithSql<Row> = { [Column in keyof Row]: Row[Column] | SQL };

const samplesOf = <Table extends SampleTable>(
  table: Table,
  rows: WithSql<Table['$inferInsert']>[],
  options: Options<keyof Table['$inferInsert'] & string>,
): ContentSamples => ({ table, rows, ...options });

const inOrder = <Row extends object>(rows: Row[]) =>
  rows.map((row, index) => ({ ...row, position: index + 1 }));

export const contentSamples: Record<ContentKey, ContentSamples> = {
  services: samplesOf(services, inOrder(seedServices), {
    compared: ['slug', 'name', 'description', 'detailedDescription', 'priceCents'],
  }),
  portfolio: samplesOf(
    portfolioItems,
    inOrder(seedPortfolio).map(
      ({ client_name, project_url, priceFrom, priceTo, createdAt, ...item }) => ({
        ...item,
        priceFromCents: centsOf(priceFrom),
        priceToCents: centsOf(priceTo),
        clientName: client_name,
        projectUrl: project_url,
        createdAt: new Date(createdAt),
      }),
    ),
    { compared: ['slug', 'title', 'description'] },
  ),
  blog: samplesOf(
    posts,
    seedPosts.map(({ author, publishedAt, ...post }) => ({
      ...post,
      authorName: author.name,
      authorAvatar: author.avatar,
      publishedAt: new Date(publishedAt),
      updatedAt: new Date(publishedAt),
    })),
    { compared: ['slug', 'title', 'body'] },
  ),
  // Sample pages have only their first version. A changed page has another version.
  customPages: samplesOf(
    customPages,
    inOrder(seedPages).map(({ slug, title, position, publishedAt }) => ({
      ...{ slug, title, position, version: 1 },
      publishedAt: new Date(publishedAt),
      updatedAt: new Date(publishedAt),
    })),
    { compared: ['slug', 'title', 'version'] },
  ),
  // Demo mode has no custom forms, because agencies create their own.
  forms: samplesOf(forms, [], { compared: ['name', 'confirmation'] }),
  testimonials: samplesOf(
    testimonials,
    inOrder(seedTestimonials).map(({ work, ...said }) => ({
      ...said,
      portfolioId: sql<number>`(select id from ${portfolioItems} where slug = ${work})`,
      consentBy: said.name,
      isPublished: true,
    })),
    { compared: ['words', 'name', 'role'] },
  ),
  plans: samplesOf(plans, inOrder(seedPlans), {
    compared: ['name', 'monthlyCents', 'yearlyCents'],
    keptIf: sql`exists (select 1 from ${subscriptions} where ${subscriptions.planId} = ${plans.id})`,
  }),
};
