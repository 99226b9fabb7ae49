import { type ContentKey, contentKeys } from '~/contract/content/content-types';
import type { Database } from '~/server/platform/db/client';
import { posts } from '~/server/platform/db/schema/blog';
import { plans } from '~/server/platform/db/schema/plans';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { services } from '~/server/platform/db/schema/services';
import { createBlogAdmin } from './blog/blog.panel';
import { createBlogAdminRouter } from './blog/blog.panel-router';
import type { CrudTable } from './crud/crud-table';
import { createPlansAdmin } from './plans/plans.panel';
import { createPlansAdminRouter } from './plans/plans.panel-router';
import { createPortfolioAdmin } from './portfolio/portfolio.panel';
import { createPortfolioAdminRouter } from './portfolio/portfolio.panel-router';
import { createServicesAdmin } from './services/services.panel';
import { createServicesAdminRouter } from './services/services.panel-router';

/** The table of each content type. */
export const contentTables: Record<ContentKey, CrudTable> = {
  services,
  portfolio: portfolioItems,
  blog: posts,
  plans,
};

/** How admins manage each content type. */
export const createContentAdmin = (db: Database) =>
  ({
    services: createServicesAdmin(db),
    portfolio: createPortfolioAdmin(db),
    blog: createBlogAdmin(db),
    plans: createPlansAdmin(db),
  }) satisfies Record<ContentKey, Purged>;

export type ContentAdmin = ReturnType<typeof createContentAdmin>;

interface Purged {
  purge(now?: Date): Promise<number>;
}

/** Deletes rows of every content type for good after their time in the trash. @returns how many */
export async function purgeContent(admin: Record<ContentKey, Purged>, now: Date): Promise<number> {
  const purged = await Promise.all(contentKeys.map((key) => admin[key].purge(now)));
  return purged.reduce((sum, count) => sum + count, 0);
}

/** The procedures of the panel for each content type. */
export const createContentAdminRouters = (admin: ContentAdmin) =>
  ({
    services: createServicesAdminRouter({ services: admin.services }),
    portfolio: createPortfolioAdminRouter({ portfolio: admin.portfolio }),
    blog: createBlogAdminRouter({ blog: admin.blog }),
    plans: createPlansAdminRouter({ plans: admin.plans }),
  }) satisfies Record<ContentKey, unknown>;
