import postgres from 'postgres';

import { drawer, openPanel, row, tag } from './admin-panel';
import { expect, failedRequest, open, toasts } from './fixtures';
import { expectToFit } from './page-checks';
import { signInAsAdmin } from './people';
import { test } from './second-product';

/* Changes by admins, as visitors see them. They affect every visitor, so these tests run one after the other. */
test.describe.configure({ mode: 'default' });

test('an admin creates, hides, deletes and restores a service on the site', async ({
  page,
  context,
  browser,
  baseURL,
  noise,
}) => {
  noise.allow(failedRequest);
  await signInAsAdmin(context);
  const name = `Site Rescue ${tag()}`;
  await openPanel(page, '?section=services&open=new');
  await drawer(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await drawer(page).getByRole('textbox', { name: 'Short description' }).fill('We mend it.');
  await drawer(page).getByRole('textbox', { name: 'Starting price' }).fill('1299.50');
  await drawer(page).getByRole('tab', { name: 'Content' }).click();
  await drawer(page).getByRole('textbox', { name: 'Feature 1' }).fill('A list of what is broken');
  await drawer(page).getByRole('button', { name: 'Create service' }).click();
  await expect(toasts(page)).toContainText('Service created successfully');

  const path = `/services/${name.toLowerCase().replaceAll(' ', '-')}`;
  const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await open(visitor, path);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(visitor.getByRole('main')).toContainText('A list of what is broken');
  await expect(visitor.getByRole('main')).toContainText('$1,299.50');

  const isActive = row(page, name).getByRole('switch', { name: `${name} is active` });
  const status = async () => (await context.request.get(path)).status();
  await isActive.click();
  await expect.poll(status).toBe(404);
  await row(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await expect(row(page, name)).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, name)).toBeVisible();
  await isActive.click();
  await expect.poll(status).toBe(200);
  await visitor.context().close();
});

test('an admin writes a post next to its preview and publishes it', async ({ page, context }) => {
  await signInAsAdmin(context);
  const title = `Of clocks ${tag()}`;
  const blog = async () => (await context.request.get('/blog')).text();
  await openPanel(page, '?section=blog&open=new');
  await drawer(page).getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await drawer(page).getByRole('textbox', { name: 'Text' }).fill('## Ticking\n\nIt **ticks**.');
  const preview = drawer(page).frameLocator('iframe').getByRole('article');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(preview.getByRole('heading', { name: 'Ticking' })).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Create post' }).click();
  await expect(toasts(page)).toContainText('Post created successfully');
  await expect(row(page, title)).toContainText('Draft');

  await row(page, title).getByRole('link', { name: title }).click();
  await drawer(page).getByRole('tab', { name: 'Publish' }).click();
  await drawer(page).getByRole('radio', { name: 'Published' }).check();
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, title)).toContainText('Published');
  await expect.poll(blog).toContain(title);
});

test('no page is wider than the window with long words in it', async ({ page, context }) => {
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
