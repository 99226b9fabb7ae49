import type { Page } from '@playwright/test';

import { drawer, openPanel, row, tag } from './admin-panel';
import { expect, open, toasts } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { dismiss, signInAsAdmin } from './people';
import { test } from './second-product';

/* Custom pages appear in the sitemap and can appear in the navigation of every visitor. */
test.describe.configure({ mode: 'default' });

const textbox = (page: Page, name: string) =>
  drawer(page).getByRole('textbox', { name, exact: true });

async function add(page: Page, type: string): Promise<void> {
  await drawer(page).getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${type}`) }).click();
}

const blockNames = (page: Page) => drawer(page).locator('.part-name b').allTextContents();
const inPreview = (page: Page) => drawer(page).frameLocator('iframe').getByRole('main');

test('an editor creates a landing page of blocks, moves one, publishes it and restores a version', async ({
  page,
  context,
}) => {
  await signInAsAdmin(context);
  const title = `Harbours ${tag()}`;
  const slug = title.toLowerCase().replace(' ', '-');
  await openPanel(page, '?section=customPages&open=new');
  await textbox(page, 'Title').fill(title);
  await add(page, 'Heading');
  await textbox(page, 'Heading').fill('Sites that hold in a storm');
  await expect(inPreview(page).getByRole('heading', { level: 1 })).toHaveText(
    'Sites that hold in a storm',
  );
  await add(page, 'Text');
  await textbox(page, 'Text').last().fill('We **test** on the pier.');
  await expect(inPreview(page).locator('strong')).toHaveText('test');
  await add(page, 'Divider');
  await add(page, 'Call to action');
  // Without a text, the call to action shows an error next to the field, and keeps all input.
  await drawer(page).getByRole('button', { name: 'Create page' }).click();
  await expect(drawer(page)).toContainText('Please enter a title');
  await textbox(page, 'Title').last().fill('Talk to us');

  await drawer(page)
    .getByRole('button', { name: /^Move Call to action.*up$/ })
    .click();
  expect((await blockNames(page)).slice(-2)).toEqual(['Call to action', 'Divider']);
  await drawer(page).getByRole('button', { name: 'Create page' }).click();
  await expect(toasts(page)).toContainText('Page created successfully');
  expect((await context.request.get(`/${slug}`)).status()).toBe(404);
  await dismiss(page);

  await drawer(page).getByRole('tab', { name: 'Publish' }).click();
  await drawer(page).getByRole('radio', { name: 'Published', exact: true }).check();
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await context.request.get(`/${slug}`)).status()).toBe(200);

  await dismiss(page);
  await drawer(page).getByRole('tab', { name: 'Blocks' }).click();
  await drawer(page)
    .getByRole('button', { name: /^Heading/ })
    .click();
  await textbox(page, 'Heading').fill('Another heading');
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  const text = async () => (await context.request.get(`/${slug}`)).text();
  await expect.poll(text).toContain('Another heading');
  await drawer(page).getByRole('tab', { name: 'Versions' }).click();
  await drawer(page)
    .getByRole('button', { name: /Restore.*1/ })
    .last()
    .click();
  await expect.poll(text).toContain('Sites that hold in a storm');
  await page.keyboard.press('Escape');
  await expect(row(page, title)).toContainText('Published');
});

const picture = 'https://pictures.example/pier.webp';

test('a page with every block is accessible, fits every width and can be read without scripts', async ({
  context,
  page,
  browser,
  baseURL,
  noise,
}) => {
  await signInAsAdmin(context);
  await context.route(picture, (route) => route.abort());
  noise.allow(/left the site/, /ERR_FAILED/);
  const slug = `every-block-${tag().toLowerCase()}`;
  const shown = { url: picture, alt: 'A pier in the rain', caption: 'The pier' };
  const links = [{ label: 'Write to us', to: '/contact' }];
  const made = await context.request.post('/api/admin/forms', {
    data: {
      name: 'Every field',
      fields: (['text', 'long', 'email', 'phone', 'number', 'date', 'file', 'consent'] as const)
        .map((type) => ({ key: type, label: `A field of ${type}`, type, required: false }))
        .map((field) => (field.type === 'email' ? { ...field, required: true } : field)),
    },
  });
  expect([made.status(), await made.text()]).toEqual([200, expect.anything()]);
  const form = (await made.json()) as { id: number };
  const answer = await context.request.post('/api/admin/pages', {
    data: {
      title: 'Every block',
      slug,
      status: 'published',
      blocks: [
        { type: 'heading', title: 'Every block', lead: 'What a page can be made of', links },
        { type: 'text', title: 'Words', text: 'A **list**:\n\n- one\n- two', layout: 'beside' },
        { type: 'picture', picture: shown },
        { type: 'gallery', title: 'Pictures', pictures: [shown, shown, shown] },
        { type: 'services', title: 'Services', limit: 3 },
        { type: 'work', title: 'Work', limit: 3 },
        { type: 'posts', title: 'Posts', limit: 3 },
        { type: 'prices', title: 'Plans', of: 'plans' },
        { type: 'prices', title: 'Prices', of: 'services' },
        { type: 'claims', keys: ['years', 'support'] },
        { type: 'testimonials', title: 'Said' },
        {
          type: 'exhibit',
          title: 'Measured',
          exhibit: {
            kind: 'bars',
            unit: 'calls',
            bars: [
              { label: 'Before', value: 340 },
              { label: 'After', value: 198 },
            ],
          },
        },
        { type: 'form', title: 'Asked', formId: form.id },
        { type: 'questions', title: 'Questions', from: 'prices' },
        { type: 'people', title: 'People' },
        { type: 'divider' },
        { type: 'callToAction', title: 'Straw', links },
        { type: 'callToAction', title: 'Ink', links, tone: 'ink' },
      ],
    },
  });
  expect([answer.status(), await answer.text()]).toEqual([200, expect.anything()]);
  await open(page, `/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every block');
  await expectAccessible(page, { hasToBeSure: false, widths: [390, 1440] });
  await expectToFit(page);

  const reader = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const plain = await reader.newPage();
  await plain.route(picture, (route) => route.abort());
  await plain.goto(`/${slug}`);
  for (const name of [
    'Words',
    'Services',
    'Work',
    'Posts',
    'Plans',
    'Questions',
    'People',
    'Ink',
  ]) {
    await expect(
      plain.getByRole('main').getByRole('heading', { level: 2, name, exact: true }),
    ).toBeVisible();
  }
  await reader.close();
});
