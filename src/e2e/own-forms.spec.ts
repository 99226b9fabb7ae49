import { drawer, main, openPanel, tag } from './admin-panel';
import { expect, open, test } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { signInAsAdmin } from './people';

test('a custom form is created, shown on a page and sent with a file, and its answers are in the inbox', async ({
  page,
  context,
  sql,
}) => {
  const name = `Ferries ${tag()}`;
  const slug = name.toLowerCase().replace(' ', '-');
  await signInAsAdmin(context);
  await openPanel(page, '?section=forms&open=new');
  await drawer(page).getByRole('textbox', { name: 'Name' }).first().fill(name);
  await drawer(page).getByRole('button', { name: 'Add a field' }).click();
  await drawer(page).getByRole('textbox', { name: 'Label' }).fill('Plans');
  await drawer(page).locator('input[value="Short text"]').click();
  await page.getByRole('option', { name: 'Files' }).click();
  await drawer(page).getByRole('button', { name: 'Create form' }).click();
  await expect(main(page).getByRole('link', { name })).toBeVisible();

  await openPanel(page, '?section=customPages&open=new');
  await drawer(page).getByRole('textbox', { name: 'Title' }).first().fill(name);
  await drawer(page).getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('menuitem', { name: /^Form/ }).click();
  await drawer(page).getByPlaceholder('Choose a form').click();
  await page.getByRole('option', { name }).click();
  await drawer(page).getByRole('tab', { name: 'Publish' }).click();
  await drawer(page).getByRole('radio', { name: 'Published', exact: true }).click();
  await drawer(page).getByRole('textbox', { name: 'Slug' }).fill(slug);
  await drawer(page).getByRole('button', { name: 'Create page' }).click();
  await expect(drawer(page).getByRole('tab', { name: 'Versions' })).toBeVisible();

  await context.clearCookies();
  await open(page, `/${slug}`);
  const form = page.getByRole('form', { name });
  await expectAccessible(page, { within: 'main' });
  await expectToFit(page);
  await form.getByLabel('Name').fill('Maren Skerrow');
  await form.getByLabel('Email').fill('maren-of-forms@example.com');
  await form.getByLabel('What is it about?').fill('Two islands');
  await form.locator('input[type=file]').setInputFiles({
    name: 'harbour.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('A plan of the harbour'),
  });
  await expect(form.getByText('harbour.txt', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible();

  const [lead] = await sql`select id from quotes where service_name = ${name}`;
  await signInAsAdmin(context);
  await openPanel(page, '?section=inbox');
  await expect(main(page).getByText(name).first()).toBeVisible();
  await openPanel(page, `?section=quotes&open=${lead?.id}`);
  await expect(drawer(page).getByText('Two islands').first()).toBeVisible();
  await expect(drawer(page).getByRole('link', { name: 'harbour.txt' }).first()).toBeVisible();
});
