import { expect, open, tabTo } from './fixtures';
import { expectTabOrder } from './page-checks';
import { allItems, type Item, neighbours, viewProject } from './portfolio-items';
import { test } from './shared-page';

test('the about page can be used by keyboard alone', async ({ page }) => {
  await open(page, '/about');
  await expectTabOrder(page);
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'See our work' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/portfolio');
});

test('the portfolio can be used by keyboard alone', async ({ page, sql }) => {
  const item = (await allItems(sql)).at(-1) as Item;
  await open(page, '/portfolio');
  await expectTabOrder(page);
  await tabTo(page, viewProject(page, item));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/portfolio/${item.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(item.title);
});

test('a portfolio item can be used by keyboard alone', async ({ page, sql }) => {
  const [first, second] = (await allItems(sql)).slice() as [Item, Item];
  await open(page, `/portfolio/${first.slug}`);
  await expectTabOrder(page);
  await tabTo(page, neighbours(page).getByRole('link', { name: /^Next project/ }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/portfolio/${second.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.title);
});

test('the skip link leads to the content', async ({ page }) => {
  await open(page, '/services');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'All', exact: true })).toBeFocused();
});
