import { expect, open } from './fixtures';
import { test } from './shared-page';

test('a reader finds a post by category, jumps to a heading, and opens a related post', async ({
  page,
  sql,
}) => {
  const [post] = await sql`
    select slug, title, category from posts
    where deleted_at is null and published_at <= now() order by published_at desc, id desc`;
  const heading = page.getByRole('heading', { level: 1 });
  await open(page, '/blog');
  const chips = page.getByRole('form', { name: 'Filter by category' });
  await chips.getByRole('button', { name: post?.category }).click();
  await expect(page).toHaveURL(`/blog?category=${post?.category}`);
  await page.reload();
  await expect(chips.locator('[aria-pressed=true]')).toHaveText(post?.category);
  await page.getByRole('main').getByRole('link', { name: post?.title }).click();
  await expect(page).toHaveURL(`/blog/${post?.slug}`);
  await expect(heading).toHaveText(post?.title);

  const contents = page.getByRole('navigation', { name: 'On this page' });
  const second = contents.getByRole('link').nth(1);
  const name = await second.innerText();
  await second.click();
  const section = page.getByRole('article').getByRole('heading', { level: 2, name, exact: true });
  await expect(section).toBeInViewport();
  await expect(page).toHaveURL(/#on-[a-z0-9-]+$/);
  // A link to a heading does not leave the page.
  await page.reload();
  await expect(section).toBeInViewport();

  const next = page.getByRole('region', { name: 'Read next' }).getByRole('listitem');
  await next.first().getByRole('link').click();
  await expect(page).not.toHaveURL(new RegExp(post?.slug));
  await expect(heading).toBeInViewport();
});
