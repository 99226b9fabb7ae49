import postgres from 'postgres';

import { drawer, openPanel, row, tag } from './admin-panel';
import { expect, failedRequest, open, toasts } from './fixtures';
import { expectToFit } from './page-checks';
import { signInAsAdmin } from './people';
import { test } from './second-product';

/* Admins' changes as visitors see them. They affect every visitor, so these tests run one after the other. */
test.describe.configure({ mode: 'default' });

test('a service is created, shown, hidden, deleted and restored', async ({
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
  await drawer(page).getByRole('textbox', { name: 'Features 1' }).fill('A list of what is broken');
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

test('a post is drafted, scheduled and published', async ({ page, context }) => {
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
  await drawer(page).getByRole('radio', { name: 'At a time' }).check();
  await drawer(page).getByLabel('Date and time').fill('2099-01-31T10:00');
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, title)).toContainText('Scheduled');
  expect(await blog()).not.toContain(title);

  await row(page, title).getByRole('link', { name: title }).click();
  await drawer(page).getByRole('tab', { name: 'Publish' }).click();
  await drawer(page).getByRole('radio', { name: 'Now' }).check();
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, title)).toContainText('Published');
  await expect.poll(blog).toContain(title);
});

test('services are reordered by keyboard alone', async ({ page, context }) => {
  await signInAsAdmin(context);
  await openPanel(page, '?section=services');
  await page.getByRole('button', { name: 'Change order' }).click();
  const rows = page.getByRole('dialog').getByRole('button', { name: /, place \d+ of/ });
  await expect(rows.first()).toBeVisible();
  const [first = '', second = ''] = await rows.allInnerTexts();
  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(rows.first()).toContainText(second);
  await page.getByRole('button', { name: 'Save order' }).click();
  await expect(toasts(page)).toContainText('The order was saved');
  await page.goto('/services');
  const cards = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(cards).toContain(second);
  expect(cards.indexOf(second)).toBeLessThan(cards.indexOf(first));
});

test('a setting shows on the site once it is saved', async ({ page, context }) => {
  await signInAsAdmin(context);
  await openPanel(page, '?section=pages');
  const landing = page.getByRole('region', { name: 'Landing page' });
  await landing.getByRole('textbox', { name: 'Title', exact: true }).fill('Sites that keep it');
  const preview = page.frameLocator('iframe[title="Preview of /"]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Sites that keep it');
  await landing.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('Settings saved');
  const home = async () => (await context.request.get('/')).text();
  await expect.poll(home).toContain('Sites that keep it');
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
  // The neighbours of the long ones show their names too.
  const paths = ['/', '/services', '/services/long-name', '/services/accessibility-audit'];
  for (const path of [...paths, '/portfolio', '/portfolio/long-front', '/portfolio/long-others']) {
    await page.goto(path);
    await expect(page.getByText(long).first()).toBeAttached();
    await expectToFit(page);
  }
});

test('an owner changes the terms for a later day and publishes an imprint, and a visitor reads both', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signInAsAdmin(context);
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const field = page.getByRole('textbox', { name: 'Text', exact: true });
  await openPanel(page, '?section=settings&tab=legal');
  await page.getByRole('link', { name: 'Terms of Service', exact: true }).click();

  // A variable goes where the cursor is, and what was typed is there after a reload.
  await field.fill('By .\n\n## All\n\nAsk us.');
  await field.press('ControlOrMeta+Home');
  for (const _ of 'By ') await field.press('ArrowRight');
  await page.getByText('Variables', { exact: true }).click();
  await page.getByRole('button', { name: 'Insert {{legalName}}' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('By {{legalName}}.\n\n## All\n\nAsk us.');
  await page.reload();
  await expect(field).toHaveValue(/^By \{\{legalName\}\}\./);
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(/By [A-Z].*\.\s*All/);

  await page.getByLabel('Holds from').fill(later);
  await page.getByRole('button', { name: 'Save as version 2.0' }).click();
  await expect(toasts(page)).toContainText('Until then, visitors read version 1.0');
  await page.goBack();
  await page.getByRole('link', { name: 'Imprint', exact: true }).click();
  await field.fill('Who is responsible.\n\n## Provider\n\n{{legalName}}, HRB 1');
  await page.getByRole('button', { name: 'Publish as version 1.0' }).click();
  await expect(toasts(page)).toContainText('linked at the foot of every page');

  const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await expect(async () => {
    await visitor.goto('/terms');
    await expect(visitor.getByRole('main')).toContainText('which is to come', { timeout: 1 });
    await expect(visitor.getByRole('contentinfo')).toContainText('Imprint', { timeout: 1 });
  }).toPass();
  await expect(visitor.getByRole('main')).toContainText('Acceptance of Terms');
  await visitor.getByRole('link', { name: /2\.0/ }).click();
  await expect(visitor.getByRole('main')).toContainText('Ask us.');
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect(visitor.getByRole('main')).toContainText('HRB 1');

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(toasts(page)).toContainText('“Imprint” is withdrawn');
  const status = async () => (await context.request.get('/legal/imprint')).status();
  await expect.poll(status).toBe(404);
  await visitor.context().close();
});
