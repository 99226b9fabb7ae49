import { postCategories } from '~/contract/blog/blog';
import {
  abort,
  expect,
  failedRequest,
  holdBack,
  open,
  postCalls,
  postsCalls,
  type Sql,
  test,
} from './fixtures';

const published = (sql: Sql) => sql`
  select id, slug, title, category, excerpt, author_name, read_time, featured, meta_title, meta_description
  from posts where deleted_at is null and published_at <= now() order by published_at desc, id desc`;

test.describe('the list', () => {
  test('shows every post, two of them featured, with author and reading time', async ({
    page,
    sql,
  }) => {
    const posts = await published(sql);
    await open(page, '/blog');
    const featured = page.getByRole('list', { name: 'Featured posts' }).getByRole('listitem');
    await expect(featured).toHaveCount(2);
    const main = page.getByRole('main');
    for (const post of posts) {
      const item = main.getByRole('listitem').filter({ hasText: post.title });
      await expect(item).toHaveCount(1);
      await expect(item).toContainText(post.category);
      await expect(item).toContainText(post.author_name);
      await expect(item).toContainText(`${post.read_time} min read`);
    }
    await main.getByRole('link', { name: posts[0]?.title }).click();
    await expect(page).toHaveURL(`/blog/${posts[0]?.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(posts[0]?.title);
  });

  test('is filtered by its chips, in the address, with a way back', async ({ page, sql }) => {
    const posts = await published(sql);
    await open(page, '/blog');
    const chips = page.getByRole('form', { name: 'Filter by category' });
    await expect(chips.getByRole('button')).toHaveText(['All', ...postCategories]);
    const titles = page.getByRole('main').getByRole('listitem').getByRole('heading');
    for (const category of postCategories) {
      await chips.getByRole('button', { name: category }).click();
      await expect(page).toHaveURL(`/blog?category=${category}`);
      const expected = posts.filter((post) => post.category === category);
      await expect(titles).toHaveCount(expected.length);
      for (const post of expected)
        await expect(titles.filter({ hasText: post.title })).toHaveCount(1);
      await expect(chips.locator('[aria-pressed=true]')).toHaveText(category);
    }
    await page.goBack();
    await expect(chips.locator('[aria-pressed=true]')).toHaveText(postCategories.at(-2) ?? '');
    await page.reload();
    await expect(chips.locator('[aria-pressed=true]')).toHaveText(postCategories.at(-2) ?? '');
    await chips.getByRole('button', { name: 'All' }).click();
    await expect(titles).toHaveCount(posts.length);
  });

  test('is announced by its outline on a slow connection', async ({ page }) => {
    await open(page, '/about');
    const gate = await holdBack(page, postsCalls);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Blog').click();
    await expect(page.getByRole('status').getByText('Loading posts')).toBeAttached();
    gate.open();
    await expect(page.getByRole('list', { name: 'Featured posts' })).toBeVisible();
  });

  test('says that it cannot be loaded, and comes back', async ({ page, noise }) => {
    noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
    await open(page, '/about');
    await page.route(postsCalls, abort);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Blog').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Blog');
    await expect(page.getByRole('alert')).toContainText(
      'Unable to load posts. Please try again later.',
    );
    await page.unroute(postsCalls);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('list', { name: 'Featured posts' })).toBeVisible();
  });
});

test.describe('a post', () => {
  test('is read in full: headings to jump to, author, others to read next', async ({
    page,
    sql,
  }) => {
    const [post] = await published(sql);
    await open(page, `/blog/${post?.slug}`);
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(post?.title);
    await expect(article.locator('header')).toContainText(post?.author_name);
    await expect(article.locator('header')).toContainText(`${post?.read_time} min read`);
    await expect(article.locator('time')).toHaveAttribute('datetime', /^2026-/);

    const contents = page.getByRole('navigation', { name: 'On this page' });
    const second = contents.getByRole('link').nth(1);
    const name = await second.innerText();
    await second.click();
    const heading = article.getByRole('heading', { level: 2, name, exact: true });
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(/#on-[a-z0-9-]+$/);
    // A link to a heading is a link to this page.
    await page.reload();
    await expect(heading).toBeInViewport();

    const next = page.getByRole('region', { name: 'Read next' }).getByRole('listitem');
    await expect(next).toHaveCount(3);
    await next.first().getByRole('link').click();
    await expect(page).not.toHaveURL(new RegExp(post?.slug));
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeInViewport();
  });

  test('tells search engines and shares of itself', async ({ page, sql, baseURL, request }) => {
    const [post] = await published(sql);
    await page.goto(`/blog/${post?.slug}?utm_source=x`);
    const content = (selector: string, attribute = 'content') =>
      page.locator(`head ${selector}`).getAttribute(attribute);
    expect(await page.title()).toBe(post?.meta_title || `${post?.title} | Kestrel`);
    expect(await content('meta[name=description]')).toBe(post?.meta_description || post?.excerpt);
    expect(await content('link[rel=canonical]', 'href')).toBe(`${baseURL}/blog/${post?.slug}`);
    expect(await content('meta[property="og:type"]')).toBe('article');
    const image = await content('meta[property="og:image"]');
    expect(image).toBe(`${baseURL}/share/blog/${post?.slug}.png`);
    const answer = await request.get(image ?? '');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
  });

  test('leads back to its category', async ({ page, sql }) => {
    const [post] = await published(sql);
    await open(page, `/blog/${post?.slug}`);
    await page
      .getByRole('article')
      .getByRole('link', { name: post?.category, exact: true })
      .click();
    await expect(page).toHaveURL(`/blog?category=${post?.category}`);
  });

  test('that is not there says so, with HTTP 404', async ({ page, noise }) => {
    noise.allow(failedRequest);
    const response = await page.goto('/blog/no-such-post');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
    await page.getByRole('link', { name: 'See all posts' }).click();
    await expect(page).toHaveURL('/blog');
  });

  test('is announced by its outline on a slow connection', async ({ page, sql }) => {
    const [post] = await published(sql);
    await open(page, '/blog');
    const gate = await holdBack(page, postCalls);
    await page.getByRole('main').getByRole('link', { name: post?.title }).click();
    await expect(page.getByRole('status').getByText('Loading post')).toBeAttached();
    gate.open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post?.title);
  });

  test('that cannot be loaded says so, and comes back', async ({ page, sql, noise }) => {
    noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
    const [post] = await published(sql);
    await open(page, '/blog');
    await page.route(postCalls, abort);
    await page.getByRole('main').getByRole('link', { name: post?.title }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Blog');
    await page.unroute(postCalls);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post?.title);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the blog is read and filtered', async ({ page, sql }) => {
    const posts = await published(sql);
    await page.goto('/blog');
    await page.getByRole('button', { name: 'Marketing' }).click();
    await expect(page).toHaveURL('/blog?category=Marketing');
    const expected = posts.filter((post) => post.category === 'Marketing');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(expected.length);
    await page.getByRole('main').getByRole('link', { name: expected[0]?.title }).click();
    await expect(page.getByRole('article').locator('p').nth(4)).toBeVisible();
  });
});
