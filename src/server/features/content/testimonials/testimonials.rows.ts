import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';

import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { testimonials } from '~/server/platform/db/schema/testimonials';

export type TestimonialRow = typeof testimonials.$inferSelect;

/**
 * The only condition under which anyone but admins and the author can read a testimonial: it has consent and is published.
 * A constraint of the table also rejects publication without consent.
 */
export const isShown = and(
  isNull(testimonials.deletedAt),
  eq(testimonials.isPublished, true),
  isNotNull(testimonials.consentMeans),
) as SQL;

/** Join condition for the portfolio item of a testimonial, unless the item is in the trash. */
export const ofShownWork = and(
  eq(portfolioItems.id, testimonials.portfolioId),
  isNull(portfolioItems.deletedAt),
);

export const work = {
  id: portfolioItems.id,
  slug: portfolioItems.slug,
  title: portfolioItems.title,
};

/** Columns that visitors may read. */
export const shownColumns = {
  id: testimonials.id,
  words: testimonials.words,
  name: testimonials.name,
  role: testimonials.role,
  company: testimonials.company,
  work,
};

/** Values of a testimonial without consent, or after consent was withdrawn. The audit log keeps the earlier values. */
export const noConsent = {
  consentMeans: null,
  consentBy: '',
  consentOn: null,
  consentText: '',
  isPublished: false,
} as const;

export const statusIn = sql<string>`case
  when ${testimonials.deletedAt} is not null then 'trash'
  when ${testimonials.isPublished} then 'published'
  when ${testimonials.consentMeans} is not null then 'waits_for_you'
  when ${testimonials.withdrawnAt} is not null then 'consent_withdrawn'
  when ${testimonials.askedAt} is not null and ${testimonials.givenAt} is null then 'asked'
  else 'without_consent' end`;
