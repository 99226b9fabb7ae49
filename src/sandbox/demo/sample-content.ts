import { and, eq, or, type SQL, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { posts } from '~/server/platform/db/schema/blog';
import { plans } from '~/server/platform/db/schema/plans';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { services } from '~/server/platform/db/schema/services';
import { settings } from '~/server/platform/db/schema/settings';
import { seedClaims } from '~/server/seed/claims';
import { seedPlans } from '~/server/seed/plans';
import { seedPortfolio } from '~/server/seed/portfolio';
import { seedPosts } from '~/server/seed/posts';
import { seedServices } from '~/server/seed/services';
import { seedSettings } from '~/server/seed/settings';

type Reader = Pick<Database, 'select'>;

/** A row as it was seeded: one that was edited is the agency's by now. */
interface Sample {
  what: string;
  isUntouched: SQL | undefined;
}

export const sampleServices: Sample[] = seedServices.map((one) => ({
  what: `sample service “${one.name}”`,
  isUntouched: and(
    eq(services.slug, one.slug),
    eq(services.name, one.name),
    eq(services.description, one.description),
    eq(services.detailedDescription, one.detailedDescription),
    eq(services.priceCents, one.priceCents),
  ),
}));

export const samplePortfolio: Sample[] = seedPortfolio.map((one) => ({
  what: `sample piece of work “${one.title}”`,
  isUntouched: and(
    eq(portfolioItems.slug, one.slug),
    eq(portfolioItems.title, one.title),
    eq(portfolioItems.description, one.description),
  ),
}));

export const samplePosts: Sample[] = seedPosts.map((one) => ({
  what: `sample post “${one.title}”`,
  isUntouched: and(eq(posts.slug, one.slug), eq(posts.title, one.title), eq(posts.body, one.body)),
}));

/** A plan that has subscribers stays. */
export const samplePlans: Sample[] = seedPlans.map((one) => ({
  what: `sample plan “${one.name}”`,
  isUntouched: and(
    eq(plans.name, one.name),
    eq(plans.monthlyCents, one.monthlyCents),
    eq(plans.yearlyCents, one.yearlyCents),
    sql`not exists (select 1 from ${subscriptions} where ${subscriptions.planId} = ${plans.id})`,
  ),
}));

export const sampleTexts: Sample[] = Object.entries({ ...seedSettings, claims: seedClaims }).map(
  ([key, value]) => ({
    what: `sample text of the setting “${key}”`,
    isUntouched: and(
      eq(settings.key, key),
      sql`${settings.value} = ${JSON.stringify(value)}::jsonb`,
    ),
  }),
);

const anyOf = (samples: readonly Sample[]) => or(...samples.map(({ isUntouched }) => isUntouched));

/** Sample content that is left. */
export async function findSampleContent(db: Reader) {
  const [ofServices, ofPortfolio, ofPosts, ofPlans, texts] = await Promise.all([
    db.select({ id: services.id }).from(services).where(anyOf(sampleServices)),
    db.select({ id: portfolioItems.id }).from(portfolioItems).where(anyOf(samplePortfolio)),
    db.select({ id: posts.id }).from(posts).where(anyOf(samplePosts)),
    db.select({ id: plans.id }).from(plans).where(anyOf(samplePlans)),
    db.select({ key: settings.key }).from(settings).where(anyOf(sampleTexts)),
  ]);
  return {
    serviceIds: ofServices.map(({ id }) => id),
    portfolio: ofPortfolio.length,
    posts: ofPosts.length,
    plans: ofPlans.length,
    settingKeys: texts.map(({ key }) => key),
  };
}
