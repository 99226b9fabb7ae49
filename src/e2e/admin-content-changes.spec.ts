import type { Page } from '@playwright/test';

import { drawer, heading, openPanel, row, sidebar, tag } from './admin-panel';
import { expect, failedRequest, open, test, toasts } from './fixtures';
import { signInAsAdmin } from './people';

test.beforeEach(({ context }) => signInAsAdmin(context));

test('a service goes from its form to its page, is hidden, deleted and brought back', async ({
  page,
  browser,
  noise,
}) => {
  noise.allow(failedRequest);
  const name = `Site Rescue ${tag()}`;
  await openPanel(page, '?section=services');
  await page.getByRole('button', { name: 'Add Service' }).click();
  await drawer(page).getByRole('button', { name: 'Create service' }).click();
  await expect(drawer(page).getByText('Name is required')).toBeVisible();
  await expect(drawer(page).getByLabel('Name', { exact: false }).first()).toBeFocused();
  await drawer(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await drawer(page)
    .getByRole('textbox', { name: 'Short description' })
    .fill('We mend what others left.');
  await drawer(page).getByRole('textbox', { name: 'Starting price' }).fill('1299.50');
  await drawer(page).getByRole('tab', { name: 'Content' }).click();
  await drawer(page).getByRole('textbox', { name: 'Features 1' }).fill('A list of what is broken');
  await drawer(page).getByRole('button', { name: 'Add feature' }).click();
  await drawer(page).getByRole('tab', { name: 'SEO' }).click();
  await drawer(page).getByRole('textbox', { name: 'Meta title' }).fill('Rescue');
  await expect(drawer(page).getByText('6/60 characters')).toBeVisible();
  const slugField = drawer(page).getByRole('textbox', { name: 'Slug' });
  await drawer(page).getByRole('tab', { name: 'Basics' }).click();
  await slugField.fill('brand-identity');
  await drawer(page).getByRole('button', { name: 'Create service' }).click();
  await expect(slugField).toHaveAccessibleDescription(/“brand-identity” is taken/);
  await expect(drawer(page).getByText('Somebody changed this meanwhile')).toHaveCount(0);
  await drawer(page).getByRole('button', { name: 'Use “brand-identity-2”' }).click();
  await expect(slugField).toHaveValue('brand-identity-2');
  await slugField.fill('');
  await drawer(page).getByRole('button', { name: 'Create service' }).click();
  await expect(toasts(page)).toContainText('Service created successfully');

  const slug = name.toLowerCase().replaceAll(' ', '-');
  const visitor = await (await browser.newContext()).newPage();
  await open(visitor, `/services/${slug}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(visitor.getByRole('main')).toContainText('A list of what is broken');
  await expect(visitor.getByRole('main')).toContainText('$1,299.50');

  await page.getByText(name).scrollIntoViewIfNeeded();
  const onSite = row(page, name).getByRole('link', { name: `View on site: ${name}` });
  await expect(onSite).toHaveAttribute('href', `/services/${slug}`);
  await expect(onSite).toHaveAttribute('target', '_blank');
  await row(page, name)
    .getByRole('switch', { name: `${name} is active` })
    .click();
  await expect(toasts(page)).toContainText('Service updated successfully');
  await expect.poll(async () => (await visitor.goto(`/services/${slug}`))?.status()).toBe(404);

  await row(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await expect(toasts(page)).toContainText('Service deleted successfully');
  await expect(row(page, name)).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, name)).toBeVisible();
  await row(page, name)
    .getByRole('switch', { name: `${name} is active` })
    .click();
  await expect.poll(async () => (await visitor.goto(`/services/${slug}`))?.status()).toBe(200);
  await visitor.context().close();
});

test('leaving a form with changes asks, and two admins lose nothing of each other’s', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(failedRequest);
  await openPanel(page, '?section=services&open=2');
  const description = drawer(page).getByRole('textbox', { name: 'Short description' });
  await description.fill('What the first admin typed');
  await drawer(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  // By keyboard: one press asks, the next takes the question back.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(description).toHaveValue('What the first admin typed');

  const second = await context.newPage();
  await openPanel(second, '?section=services&open=2');
  await drawer(second)
    .getByRole('textbox', { name: 'Short description' })
    .fill('What the second typed');
  await drawer(second).getByRole('button', { name: 'Save' }).click();
  await expect(toasts(second)).toContainText('Service updated successfully');

  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(drawer(page).getByText('Somebody changed this meanwhile')).toBeVisible();
  await expect(description).toHaveValue('What the first admin typed');
  await drawer(page).getByRole('button', { name: 'Show theirs' }).click();
  await expect(description).toHaveValue('What the second typed');
  await second.close();
});

test('a post is drafted, scheduled, and appears by itself', async ({ page, browser }) => {
  const title = `Of clocks ${tag()}`;
  await openPanel(page, '?section=blog&open=new');
  await drawer(page).getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await drawer(page).getByRole('textbox', { name: 'Text' }).fill('## Ticking\n\nIt **ticks**.');
  await expect(drawer(page).getByRole('heading', { name: 'Ticking' })).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Create post' }).click();
  await expect(toasts(page)).toContainText('Post created successfully');
  await expect(row(page, title)).toContainText('Draft');

  const visitor = await (await browser.newContext()).newPage();
  await open(visitor, '/blog');
  await expect(visitor.getByText(title)).toHaveCount(0);

  await row(page, title).getByRole('link', { name: title }).click();
  await drawer(page).getByRole('tab', { name: 'Publish' }).click();
  await drawer(page).getByRole('radio', { name: 'Now' }).check();
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, title)).toContainText('Published');
  await expect(async () => {
    await visitor.goto('/blog');
    await expect(visitor.getByRole('link', { name: title }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await visitor.context().close();
});

test('services are put in order by keyboard alone', async ({ page }) => {
  await openPanel(page, '?section=services');
  await page.getByRole('button', { name: 'Change order' }).click();
  const rows = page.getByRole('dialog').getByRole('button', { name: /, place \d+ of/ });
  await expect(rows.first()).toBeVisible();
  const names = await rows.allInnerTexts();
  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(rows.first()).toContainText(names[1] ?? '');
  await page.getByRole('button', { name: 'Save order' }).click();
  await expect(toasts(page)).toContainText('The order was saved');
  await page.goto('/services');
  const cards = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(cards).toContain(names[1]);
  expect(cards.indexOf(names[1] ?? '')).toBeLessThan(cards.indexOf(names[0] ?? ''));
});

test('a setting shows on the site once it is saved', async ({ page, browser }) => {
  await openPanel(page, '?section=settings&tab=pages');
  const landing = page.getByRole('region', { name: 'Landing page' });
  const title = landing.getByRole('textbox', { name: 'Title', exact: true });
  const before = await title.inputValue();
  await title.fill('Sites that keep their promises');
  await landing.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('Settings saved');
  const visitor = await (await browser.newContext()).newPage();
  await expect(async () => {
    await visitor.goto('/');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
      'Sites that keep their promises',
      { timeout: 500 },
    );
  }).toPass();
  await title.fill(before);
  await landing.getByRole('button', { name: 'Save' }).click();
  await expect(landing.getByRole('button', { name: 'Save' })).toBeDisabled();
  await visitor.context().close();
});

test('two admins on one setting: the second is told, and chooses', async ({
  page,
  browser,
  noise,
}) => {
  noise.allow(failedRequest);
  const theirs = await browser.newContext();
  await signInAsAdmin(theirs);
  const other = await theirs.newPage();
  const hoursOf = (one: Page) =>
    one.getByRole('region', { name: 'Contact' }).getByRole('textbox', { name: 'Hours' });
  const save = (one: Page) =>
    one.getByRole('region', { name: 'Contact' }).getByRole('button', { name: 'Save', exact: true });
  const notice = page.getByRole('region', { name: 'Contact' }).getByRole('alert');
  for (const one of [page, other]) await openPanel(one, '?section=settings');
  const before = await hoursOf(page).inputValue();
  const tagline = page.getByRole('textbox', { name: 'Tagline' });
  await tagline.fill('Not saved yet');

  await hoursOf(other).fill('Mornings');
  await save(other).click();
  await expect(toasts(other)).toContainText('Settings saved');

  await hoursOf(page).fill('Afternoons');
  await save(page).click();
  await expect(notice).toContainText('Somebody changed this meanwhile');
  await expect(hoursOf(page)).toHaveValue('Afternoons');
  await page.getByRole('button', { name: 'Show theirs' }).click();
  await expect(hoursOf(page)).toHaveValue('Mornings');
  await expect(tagline).toHaveValue('Not saved yet');

  await hoursOf(other).fill('Evenings');
  await save(other).click();
  await expect(save(other)).toBeDisabled();
  await hoursOf(page).fill('Nights');
  await save(page).click();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(toasts(page)).toContainText('Settings saved');

  await sidebar(page).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page, 'Users')).toBeVisible();
  await other.reload();
  await expect(hoursOf(other)).toHaveValue('Nights');
  await hoursOf(other).fill(before);
  await save(other).click();
  await expect(toasts(other)).toContainText('Settings saved');
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await expect(hoursOf(page)).toHaveValue(before);
  await theirs.close();
});
