import { expect, open, type Sql, test } from './fixtures';

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US')}`;

const firstServices = (sql: Sql) => sql`
  select slug, name, description, price_cents from services
  where is_active and deleted_at is null order by position, id limit 6`;
const firstPieces = (sql: Sql) => sql`
  select slug, title from portfolio_items
  where featured and deleted_at is null order by position, id limit 6`;

/** Once as a living page, once as nothing but the server's HTML. */
for (const javaScriptEnabled of [true, false]) {
  test.describe(`the landing page, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('says who it is, in figures and with reasons', async ({ page }) => {
      if (javaScriptEnabled) await open(page, '/');
      else await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'We hover, we look hard, then we build.',
      );
      const figures = page.getByRole('region', { name: 'In figures' });
      await expect(figures.getByRole('definition')).toHaveText([
        '200+',
        '98%',
        '5+',
        '150+',
        '24/7',
      ]);
      await expect(figures.getByRole('term')).toHaveText([
        'projects delivered',
        'client satisfaction',
        'years in business',
        'clients',
        'support',
      ]);
      const reasons = page.getByRole('region', { name: 'Why choose Kestrel' });
      await expect(reasons.getByRole('heading', { level: 3 })).toHaveCount(4);
    });

    test('shows the first six services and pieces of work, and the way on', async ({
      page,
      sql,
    }) => {
      if (javaScriptEnabled) await open(page, '/');
      else await page.goto('/');
      const services = await firstServices(sql);
      const rows = page
        .getByRole('region', { name: 'What we do, and where it starts' })
        .getByRole('listitem');
      await expect(rows).toHaveCount(6);
      for (const [index, service] of services.entries()) {
        const row = rows.nth(index);
        await expect(row.getByRole('heading')).toHaveText(service.name);
        await expect(row).toContainText(service.description);
        await expect(row).toContainText(dollars(service.price_cents));
        await expect(row.getByText('Learn More')).toHaveAttribute(
          'href',
          `/services/${service.slug}`,
        );
      }

      const pieces = await firstPieces(sql);
      const work = page.getByRole('region', { name: 'Work that had to earn its keep' });
      await expect(work.getByRole('heading', { level: 3 })).toHaveText(
        pieces.map((piece) => piece.title),
      );
      for (const [index, piece] of pieces.entries()) {
        await expect(work.getByText('View Project').nth(index)).toHaveAttribute(
          'href',
          `/portfolio/${piece.slug}`,
        );
      }

      const call = page.getByRole('region', { name: 'Tell us what is in the way' });
      await expect(call.getByRole('link', { name: 'Start a conversation' })).toHaveAttribute(
        'href',
        '/contact',
      );
      await expect(call.getByRole('link', { name: 'See our work' })).toHaveAttribute(
        'href',
        '/portfolio',
      );
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says that it needs them, and where else to write', async ({ page }) => {
    await page.goto('/');
    // By its element: Playwright's search for text passes a noscript over.
    await expect(page.locator('#quick-quote noscript p')).toHaveText(
      /^This form needs JavaScript\./,
    );
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'hello@kestrel.example' }),
    ).toHaveAttribute('href', 'mailto:hello@kestrel.example');
  });
});

test.describe('what a page tells search engines and those who share it', () => {
  test.use({ javaScriptEnabled: false });

  const pages = [
    { path: '/', title: /^Kestrel: /, type: 'website' },
    { path: '/services', title: /^Services and prices \| Kestrel$/, type: 'website' },
    { path: '/services/marketing-website', title: /^Marketing websites/, type: 'product' },
  ];
  for (const { path, title, type } of pages) {
    test(`of ${path}`, async ({ page, baseURL }) => {
      await page.goto(`${path}?utm_source=somewhere`);
      await expect(page).toHaveTitle(title);
      const content = (selector: string, attribute = 'content') =>
        page.locator(`head ${selector}`).getAttribute(attribute);
      const description = await content('meta[name=description]');
      expect(description?.length).toBeGreaterThan(50);
      expect(description?.length).toBeLessThanOrEqual(160);
      expect(await content('link[rel=canonical]', 'href')).toBe(baseURL + path);
      expect(await content('meta[property="og:url"]')).toBe(baseURL + path);
      expect(await content('meta[property="og:title"]')).toMatch(title);
      expect(await content('meta[property="og:description"]')).toBe(description);
      expect(await content('meta[property="og:type"]')).toBe(type);
      expect(await content('meta[property="og:site_name"]')).toBe('Kestrel');
    });
  }
});
