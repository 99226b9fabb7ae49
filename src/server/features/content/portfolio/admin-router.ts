import {
  adminPortfolioItemSchema,
  portfolioChangeSchema,
  portfolioFieldsSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import { recordsRouter } from '~/server/features/content/crud/crud-router';
import type { PortfolioAdmin } from './admin';

export const createPortfolioAdminRouter = ({ portfolio }: { portfolio: PortfolioAdmin }) =>
  recordsRouter({
    path: 'portfolio',
    nouns: 'pieces of work',
    statuses: ['listed', 'featured', 'trash'],
    sorts: ['title', 'client_name', 'category', 'createdAt'],
    fields: portfolioFieldsSchema,
    changes: portfolioChangeSchema,
    row: adminPortfolioItemSchema,
    service: portfolio,
  });
