import {
  adminPortfolioItemSchema,
  portfolioFieldsSchema,
  portfolioUpdateSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import type { PortfolioAdmin } from './portfolio.panel';

export const createPortfolioAdminRouter = ({ portfolio }: { portfolio: PortfolioAdmin }) =>
  createCrudRouter({
    path: 'portfolio',
    nouns: 'pieces of work',
    statuses: ['listed', 'featured', 'trash'],
    sorts: ['title', 'client_name', 'category', 'createdAt'],
    fields: portfolioFieldsSchema,
    update: portfolioUpdateSchema,
    row: adminPortfolioItemSchema,
    service: portfolio,
    permissions: { read: 'content.read', write: 'content.write' },
  });
