import {
  adminPortfolioItemSchema,
  portfolioChangeSchema,
  portfolioFieldsSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import { recordsRouter } from '~/server/features/content/crud/crud-router';

export const portfolioAdminRouter = recordsRouter({
  path: 'portfolio',
  nouns: 'pieces of work',
  statuses: ['listed', 'featured', 'trash'],
  sorts: ['title', 'client_name', 'category', 'createdAt'],
  fields: portfolioFieldsSchema,
  changes: portfolioChangeSchema,
  row: adminPortfolioItemSchema,
  of: (domain) => domain.admin.portfolio,
});
