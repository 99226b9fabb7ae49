import { expect, open, tabTo } from './fixtures';
import { expectTabOrder } from './page-checks';
import { allItems, type Item, viewProject } from './portfolio-items';
import { test } from './shared-page';

test('a visitor reaches every link of the portfolio by keyboard and opens an item', async ({
  page,
  sql,
}) => {
  const item = (await allItems(sql)).at(-1) as Item;
  await open(page, '/portfolio');
  await expectTabOrder(page);
  await tabTo(page, viewProject(page, item));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/portfolio/${item.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(item.title);
});
