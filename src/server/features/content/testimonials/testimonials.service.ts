import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { listMax } from '~/contract/common/limits';
import type { Testimonial } from '~/contract/testimonials/testimonials-schema';
import type { Database } from '~/server/platform/db/client';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import { isShown, ofShownWork, shownColumns } from './testimonials.rows';

const inOrder = [asc(testimonials.position), asc(testimonials.id)] as const;

/** Testimonials for a block: the first ones, or chosen ones in order. */
export interface PickedTestimonials {
  pick: 'first' | 'chosen';
  ids: number[];
  limit: number;
}

/** Testimonials as visitors see them: published, and with consent. */
export function createTestimonials(db: Database) {
  const select = () =>
    db.select(shownColumns).from(testimonials).leftJoin(portfolioItems, ofShownWork);
  const all = select()
    .where(isShown)
    .orderBy(...inOrder)
    .limit(listMax)
    .prepare('testimonials_all');
  const first = select()
    .where(isShown)
    .orderBy(...inOrder)
    .limit(1)
    .prepare('testimonials_first');
  const ofWork = select()
    .where(and(isShown, eq(portfolioItems.slug, sql.placeholder('slug'))))
    .orderBy(...inOrder)
    .limit(1)
    .prepare('testimonials_of_work');

  return {
    async list(): Promise<Testimonial[]> {
      return all.execute();
    },

    /** Returns the testimonial on the landing page; null if there is none. */
    async first(): Promise<Testimonial | null> {
      return (await first.execute())[0] ?? null;
    },

    /** Returns the testimonial of a portfolio item; null if there is none. @param slug the current slug */
    async ofWork(slug: string): Promise<Testimonial | null> {
      return (await ofWork.execute({ slug }))[0] ?? null;
    },

    async listPicked({ pick, ids, limit }: PickedTestimonials): Promise<Testimonial[]> {
      // SQL does not allow an empty list in a condition.
      if (pick === 'chosen' && ids.length === 0) return [];
      const place = sql`array_position(${sql.param(`{${ids.join(',')}}`)}::int[], ${testimonials.id})`;
      return pick === 'chosen'
        ? select()
            .where(and(isShown, inArray(testimonials.id, ids)))
            .orderBy(place)
        : select()
            .where(isShown)
            .orderBy(...inOrder)
            .limit(limit);
    },
  };
}

export type Testimonials = ReturnType<typeof createTestimonials>;
