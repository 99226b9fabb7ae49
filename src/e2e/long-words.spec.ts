import postgres from 'postgres';

import { expect } from './fixtures';
import { expectToFit } from './page-checks';
import { test } from './second-product';

test('no page with long words is wider than the window', async ({ page, context }) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenamts';
  expect(long).toHaveLength(60);
  const sql = postgres(process.env.E2E_SECOND_DATABASE_URL ?? '', { max: 1 });
  await sql`insert into services (slug, name, description, price_cents, category, position)
    values ('long-name', ${long}, ${long}, 1, 'other', 0)`;
  for (const slug of ['long-front', 'long-others']) {
    const item = {
      slug,
      title: long,
      description: long,
      client_name: long,
      problem: long,
      featured: slug === 'long-front',
      position: 0,
      images: sql.json([]),
      technologies: sql.json([long]),
    };
    await sql`insert into portfolio_items ${sql(item)}`;
  }
  await sql.end();
  const html = async (path: string) => (await context.request.get(path)).text();
  for (const list of ['/services', '/portfolio'])
    await expect.poll(() => html(list)).toContain(long);
  // Checks that the shorter titles beside the long ones are visible, too.
  const paths = ['/', '/services', '/services/long-name', '/services/accessibility-audit'];
  for (const path of [...paths, '/portfolio', '/portfolio/long-front', '/portfolio/long-others']) {
    await page.goto(path);
    await expect(page.getByText(long).first()).toBeAttached();
    await expectToFit(page);
  }
});
