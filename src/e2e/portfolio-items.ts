import type { Page } from '@playwright/test';

import type { Sql } from './fixtures';

export interface Item {
  slug: string;
  title: string;
}

/** Returns the portfolio items in the order of the site. */
export const allItems = (sql: Sql) => sql<Item[]>`
  select slug, title from portfolio_items where deleted_at is null order by position, id`;

export const viewProject = (page: Page, { title }: { title: string }) =>
  page.getByRole('main').getByRole('link', { name: `View Project: ${title}`, exact: true });
