import type { Page } from '@playwright/test';

import type { Category } from '~/contract/services/categories';
import type { Sql } from './fixtures';

export interface Item {
  id: number;
  slug: string;
  title: string;
  description: string;
  category: Category;
  client_name: string;
  project_url: string | null;
  live_url: string | null;
  github_url: string | null;
  technologies: string[];
  featured: boolean;
  problem: string;
  approach: string;
  result: string;
  outcome: { value: string; label: string } | null;
}

/** The portfolio in the order of the site. */
export const allItems = (sql: Sql) => sql<Item[]>`
  select * from portfolio_items where deleted_at is null order by position, id`;

export const portfolioCalls = '**/api/trpc/**portfolio.cards**';
export const itemCalls = '**/api/trpc/**portfolio.get**';

export const viewProject = (page: Page, { title }: { title: string }) =>
  page.getByRole('main').getByRole('link', { name: `View Project: ${title}`, exact: true });

export const neighbours = (page: Page) => page.getByRole('navigation', { name: 'More projects' });
