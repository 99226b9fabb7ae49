import { contentSchemas } from '~/contract/content/content-schemas';
import { type ContentKey, contentKeys, contentTypes } from '~/contract/content/content-types';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Settings } from '~/server/features/settings/settings.service';
import type { Database } from '~/server/platform/db/client';
import { posts } from '~/server/platform/db/schema/blog';
import { forms } from '~/server/platform/db/schema/forms';
import { customPages } from '~/server/platform/db/schema/pages';
import { plans } from '~/server/platform/db/schema/plans';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { services } from '~/server/platform/db/schema/services';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import type { Media } from '~/server/platform/media/media';
import { createBlogAdmin } from './blog/blog.panel';
import { createBlogAdminRouter } from './blog/blog.panel-router';
import { createBlogRouter } from './blog/blog.router';
import { createBlog } from './blog/blog.service';
import { createCrudRouter } from './crud/crud-router';
import type { CrudTable } from './crud/crud-table';
import { createCustomPagesAdmin } from './custom-pages/custom-pages.panel';
import { createCustomPagesAdminRouter } from './custom-pages/custom-pages.panel-router';
import { createCustomPagesRouter } from './custom-pages/custom-pages.router';
import { createCustomPages } from './custom-pages/custom-pages.service';
import { createFormsAdmin } from './forms/forms.panel';
import { createFormsRouter } from './forms/forms.router';
import { createForms } from './forms/forms.service';
import { createPlansAdmin } from './plans/plans.panel';
import { createPlansRouter } from './plans/plans.router';
import { createPlans } from './plans/plans.service';
import { createPortfolioAdmin } from './portfolio/portfolio.panel';
import { createPortfolioRouter } from './portfolio/portfolio.router';
import { createPortfolio } from './portfolio/portfolio.service';
import { createServicesAdmin } from './services/services.panel';
import { createServicesRouter } from './services/services.router';
import { createServices } from './services/services.service';
import type { AskingOptions } from './testimonials/asking';
import { createTestimonialsAdmin } from './testimonials/testimonials.panel';
import { createTestimonialsAdminRouter } from './testimonials/testimonials.panel-router';
import { createTestimonialsRouter } from './testimonials/testimonials.router';
import { createTestimonials } from './testimonials/testimonials.service';

/** Tables of the content types. */
export const contentTables = {
  services,
  portfolio: portfolioItems,
  blog: posts,
  customPages,
  forms,
  testimonials,
  plans,
} satisfies Record<ContentKey, CrudTable>;

/** Services of other features on which content depends. */
interface Dependencies {
  settings: Settings;
  media: Media;
  links: DocumentLinks;
}

/** Content types as visitors see them. */
export function createContent(
  db: Database,
  around: Dependencies & {
    takesPayments: boolean;
    onUnknownBlock: Parameters<typeof createCustomPages>[1]['onUnknownBlock'];
  },
) {
  const rows = {
    services: createServices(db),
    portfolio: createPortfolio(db),
    blog: createBlog(db),
    forms: createForms(db),
    plans: createPlans(db),
    testimonials: createTestimonials(db),
  };
  const { settings, takesPayments, media, links, onUnknownBlock } = around;
  return {
    ...rows,
    customPages: createCustomPages(db, {
      sources: { ...rows, settings, takesPayments },
      ...{ media, links, onUnknownBlock },
    }),
  } satisfies Record<ContentKey, unknown>;
}

export type Content = ReturnType<typeof createContent>;

/** Public procedures of the content types. */
export const createContentRouters = (content: Content) =>
  ({
    services: createServicesRouter({ services: content.services }),
    portfolio: createPortfolioRouter({ portfolio: content.portfolio }),
    blog: createBlogRouter({ blog: content.blog }),
    customPages: createCustomPagesRouter({ customPages: content.customPages }),
    forms: createFormsRouter({ forms: content.forms }),
    testimonials: createTestimonialsRouter({ testimonials: content.testimonials }),
    plans: createPlansRouter({ plans: content.plans }),
  }) satisfies Record<ContentKey, unknown>;

/** Content types as admins manage them. */
export const createContentAdmin = (
  db: Database,
  around: Pick<Dependencies, 'media' | 'links'> & { asking: Omit<AskingOptions, 'links'> },
) =>
  ({
    services: createServicesAdmin(db),
    portfolio: createPortfolioAdmin(db),
    blog: createBlogAdmin(db),
    customPages: createCustomPagesAdmin(db, around),
    forms: createFormsAdmin(db),
    testimonials: createTestimonialsAdmin(db, { ...around.asking, links: around.links }),
    plans: createPlansAdmin(db),
  }) satisfies Record<ContentKey, Purged>;

export type ContentAdmin = ReturnType<typeof createContentAdmin>;

interface Purged {
  purge(now?: Date): Promise<number>;
}

/** Permanently deletes rows of every content type whose time in the trash has passed. @returns the number of rows */
export async function purgeContent(admin: Record<ContentKey, Purged>, now: Date): Promise<number> {
  const purged = await Promise.all(contentKeys.map((key) => admin[key].purge(now)));
  return purged.reduce((sum, count) => sum + count, 0);
}

/** Panel procedures of the content types. */
export const createContentAdminRouters = (admin: ContentAdmin) =>
  ({
    services: createCrudRouter({
      ...contentTypes.services,
      ...contentSchemas.services,
      service: admin.services,
      isDraft: ({ isActive }) => isActive === false,
    }),
    portfolio: createCrudRouter({
      ...contentTypes.portfolio,
      ...contentSchemas.portfolio,
      service: admin.portfolio,
    }),
    blog: createBlogAdminRouter({ blog: admin.blog }),
    customPages: createCustomPagesAdminRouter({ customPages: admin.customPages }),
    forms: createCrudRouter({
      ...contentTypes.forms,
      ...contentSchemas.forms,
      service: admin.forms,
    }),
    testimonials: createTestimonialsAdminRouter({ testimonials: admin.testimonials }),
    plans: createCrudRouter({
      ...contentTypes.plans,
      ...contentSchemas.plans,
      service: admin.plans,
    }),
  }) satisfies Record<ContentKey, unknown>;
