import sharp from 'sharp';

import { expect, open, type Sql, test } from './fixtures';

/*
 * What an admin changes, made here by SQL. Every visitor sees it, so these run alone and one after
 * the other, and put back what they changed.
 */

interface Draft {
  slug: string;
  name: string;
  description?: string;
}

/** A service of the bare minimum, for as long as `use` takes. */
async function withService(sql: Sql, draft: Draft, use: () => Promise<void>): Promise<void> {
  const row = { description: 'What it is, in a line', price_cents: 12_345, category: 'other' };
  await sql`insert into services ${sql({ ...row, position: 0, ...draft })}`;
  try {
    await use();
  } finally {
    await sql`delete from services where slug = ${draft.slug}`;
  }
}

test('a service that says little fills its page from what it has', async ({ page, sql }) => {
  const draft = { slug: 'bare-service', name: 'A Bare Service' };
  await withService(sql, draft, async () => {
    await open(page, '/services/bare-service');
    const hero = page.getByRole('main').locator('header');
    await expect(hero.getByRole('heading', { level: 1 })).toHaveText('A Bare Service');
    await expect(hero).toContainText('What it is, in a line');
    await expect(hero).toContainText('2-4 weeks');
    await expect(hero).toContainText('$123.45');
    await expect(hero.getByRole('listitem')).toHaveCount(0);
    await expect(page.getByText('Get Started')).toBeVisible();
    await expect(page).toHaveTitle('A Bare Service | Kestrel');
    for (const name of ['About This Service', 'Our Process', "What You'll Get", 'Key features']) {
      await expect(page.getByRole('heading', { name })).toHaveCount(0);
    }
  });
});

test('a category without services says so, and is no longer offered', async ({ page, sql }) => {
  await sql`update services set is_active = false where category = 'other'`;
  try {
    await open(page, '/services?category=other');
    await expect(page.getByText('No services found in this category.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
    const filter = page.getByRole('form', { name: 'Filter by category' });
    await expect(filter.getByRole('button', { name: 'E-Commerce' })).toBeVisible();
    await expect(filter.getByRole('button', { name: 'Other Services' })).toHaveCount(0);
    await filter.getByRole('button', { name: 'All', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Brand Identity' })).toBeVisible();
  } finally {
    await sql`update services set is_active = true where category = 'other'`;
  }
});

test('related services are three at most', async ({ page, sql }) => {
  const slugs = ['more-1', 'more-2', 'more-3'];
  for (const slug of slugs) {
    await sql`insert into services ${sql({ slug, name: slug, description: slug, price_cents: 1, category: 'branding', position: 900 })}`;
  }
  try {
    const related = page.getByRole('region', { name: 'Related Services' });
    await open(page, '/services/more-2');
    await expect(related.getByRole('heading', { level: 3 })).toHaveText([
      'Brand Identity',
      'more-1',
      'more-3',
    ]);
    await sql`insert into services ${sql({ slug: 'more-4', name: 'more-4', description: '', price_cents: 1, category: 'branding', position: 901 })}`;
    await open(page, '/services/more-2');
    await expect(related.getByRole('heading', { level: 3 })).toHaveCount(3);
  } finally {
    await sql`delete from services where slug like 'more-%'`;
  }
});

test('a new name is on the next page load, and nothing is sent twice until then', async ({
  page,
  request,
  sql,
}) => {
  await sql`update services set name = 'Accessibility Audit' where slug = 'accessibility-audit'`;
  await open(page, '/services');
  await expect(page.getByRole('heading', { name: 'Accessibility Audit' })).toBeVisible();

  // Kept from the second request on at the latest.
  const first = await request.get('/services');
  const headers = { 'If-None-Match': first.headers().etag ?? '' };
  expect(headers['If-None-Match']).not.toBe('');
  expect((await request.get('/services', { headers })).status()).toBe(304);

  try {
    await sql`update services set name = 'Audit, Renamed' where slug = 'accessibility-audit'`;
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Audit, Renamed' })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: 5_000 });
    await expect(page.getByRole('heading', { name: 'Accessibility Audit' })).toHaveCount(0);
    expect((await request.get('/services', { headers })).status()).toBe(200);
    const service = await request.get('/services/accessibility-audit');
    expect(await service.text()).toContain('Audit, Renamed');
  } finally {
    await sql`update services set name = 'Accessibility Audit' where slug = 'accessibility-audit'`;
  }
});

test('no screen is wider than the window, whatever a service is called', async ({
  page,
  sql,
  noise,
}) => {
  noise.allow(/404/);
  const long = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenamts';
  expect(long).toHaveLength(60);
  await withService(sql, { slug: 'long-name', name: long, description: long }, async () => {
    const screens = ['/', '/services', '/services/long-name', '/services/none', '/nowhere'];
    for (const screen of screens) {
      await open(page, screen);
      for (const width of [320, 390, 834, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overflow, `${screen} at ${width} pixels`).toBe(0);
      }
    }
    await open(page, '/services/accessibility-audit');
    await expect(page.getByRole('region', { name: 'Related Services' })).toContainText(long);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

/** A setting with another value, for as long as `use` takes. */
async function withSetting(
  sql: Sql,
  key: string,
  change: (value: never) => unknown,
  use: () => Promise<void>,
): Promise<void> {
  const [row] = await sql`select value from settings where key = ${key}`;
  const store = (value: unknown) =>
    sql`update settings set value = ${sql.json(value as never)} where key = ${key}`;
  await store(change(structuredClone(row?.value) as never));
  try {
    await use();
  } finally {
    await store(row?.value);
  }
}

test('without plans the page says so, and where to ask', async ({ page, sql }) => {
  await sql`update plans set is_active = false`;
  try {
    await expect(async () => {
      await page.goto('/pricing');
      await expect(page.getByRole('heading', { name: 'No Pricing Plans Available' })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: 5_000 });
    await expect(page.getByRole('switch')).toHaveCount(0);
    await page.getByRole('link', { name: 'Contact Us for Custom Pricing' }).click();
    await expect(page).toHaveURL(/^[^?]*\/contact/);
  } finally {
    await sql`update plans set is_active = true`;
  }
});

test('plans that save differently promise the most that one saves', async ({ page, sql }) => {
  await sql`update plans set yearly_cents = monthly_cents / 2 where name = 'Business'`;
  try {
    await expect(async () => {
      await page.goto('/pricing');
      await expect(page.getByText('Save up to 50%')).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 5_000 });
  } finally {
    await sql`update plans set yearly_cents = monthly_cents * 8 / 10 where name = 'Business'`;
  }
});

test('without open positions the page is honest about it', async ({ page, sql }) => {
  await withSetting(
    sql,
    'careers',
    (careers: object) => ({ ...careers, positions: [] }),
    async () => {
      await expect(async () => {
        await page.goto('/careers');
        await expect(page.getByText('There is no open position at the moment.')).toBeVisible({
          timeout: 500,
        });
      }).toPass({ timeout: 5_000 });
      await page.getByRole('link', { name: 'Write to us' }).click();
      await expect(page).toHaveURL('/contact?subject=careers');
    },
  );
});

test('the privacy policy prints the periods that are set', async ({ page, sql }) => {
  const periods = { usageDataMonths: 7, supportMonths: 60, privacyReplyDays: 14 };
  await withSetting(
    sql,
    'retention',
    () => periods,
    async () => {
      await expect(async () => {
        await page.goto('/privacy');
        await expect(page.locator('#retention')).toContainText('7 months', { timeout: 500 });
      }).toPass({ timeout: 5_000 });
      await expect(page.locator('#retention')).toContainText('5 years');
      await expect(page.getByRole('main')).toContainText('within 14 days');
    },
  );
});

test('a blog without posts says so', async ({ page, sql }) => {
  await sql`update posts set deleted_at = now()`;
  try {
    await expect(async () => {
      await page.goto('/blog');
      await expect(page.getByText('No posts yet.')).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 5_000 });
    await page.getByRole('button', { name: 'Design' }).click();
    await expect(page.getByText('No posts found in this category.')).toBeVisible();
    await page.getByRole('link', { name: 'See all posts' }).click();
    await expect(page).toHaveURL('/blog');
  } finally {
    await sql`update posts set deleted_at = null`;
  }
});

test('a picture that an admin gave is shown in its sizes, and moves nothing', async ({
  page,
  request,
  sql,
}) => {
  const bytes = await sharp({
    create: { width: 1400, height: 900, channels: 3, background: '#3f566b' },
  })
    .webp()
    .toBuffer();
  const hash = 'e'.repeat(32);
  const address = `/media/${hash}-1400x900.webp`;
  await sql`insert into media (hash, width, height, bytes) values (${hash}, 1400, 900, ${bytes})`;
  await sql`update services set image_url = ${address} where slug = 'brand-identity'`;
  try {
    await expect(async () => {
      await page.goto('/services/brand-identity');
      await expect(page.getByRole('main').locator('header img')).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 5_000 });
    const image = page.getByRole('main').locator('header img');
    await expect(image).toHaveAttribute('width', '1400');
    await expect(image).toHaveAttribute('height', '900');
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
    const shown = await image.evaluate((one: HTMLImageElement) => one.currentSrc);
    expect(shown).toContain(`${address}?w=`);
    const answer = await request.get(shown, { headers: { accept: 'image/avif' } });
    expect(answer.headers()['content-type']).toBe('image/avif');
    await page.goto('/services');
    await expect(page.locator(`img[src="${address}"]`)).toHaveAttribute('loading', 'lazy');
  } finally {
    await sql`update services set image_url = null where slug = 'brand-identity'`;
    await sql`delete from media where hash = ${hash}`;
  }
});
