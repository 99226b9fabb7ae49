import { drawer, heading, main, openPanel, sidebar, tag } from './admin-panel';
import { expect, test, toasts } from './fixtures';
import { expectToFit, settled } from './page-checks';
import { signInAsAdmin } from './people';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.beforeEach(({ context }) => signInAsAdmin(context));

test('on a phone, an admin enters and finds a lead, marks leads as done in bulk, and goes back', async ({
  page,
}) => {
  const name = `Edith ${tag()}`;
  await openPanel(page, '?section=account');
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });

  // Focus moves from the bar to a form, and from there to the record.
  await bar.getByRole('button', { name: 'New' }).tap();
  await page.getByRole('menuitem', { name: 'Quote' }).tap();
  const form = page.getByRole('form', { name: 'Add lead' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(`${name.replace(' ', '.')}@example.com`);
  await form.getByLabel('Project details').fill('A telescope, and a page for it');
  await form.getByRole('button', { name: 'Save lead' }).tap();
  await expect(drawer(page)).toContainText('A telescope, and a page for it');
  await expect
    .poll(() => drawer(page).boundingBox())
    .toMatchObject({ x: 0, width: 390, height: 844 });
  await drawer(page).getByRole('button', { name: 'Back' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Any part of a card that has no function of its own opens the record.
  await page.getByRole('searchbox', { name: 'Search quotes' }).fill(name);
  await expect(main(page).getByText('All 1', { exact: true })).toBeVisible();
  const card = main(page).getByRole('listitem').filter({ hasText: name });
  await card.tap();
  await expect(drawer(page)).toContainText('A telescope, and a page for it');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The notice about the completed action is shown above the bar.
  await card.getByRole('checkbox').check();
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Rejected' })
    .tap();
  await expect(toasts(page)).toContainText('updated');
  await expect(card.getByRole('combobox')).toHaveValue('Rejected');
  await settled(page);
  const notice = await toasts(page).first().boundingBox();
  const barBox = await bar.boundingBox();
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0);
  expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBe(844);

  // The list of sections closes when the bar opens something else.
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(sidebar(page)).toBeVisible();
  await bar.getByRole('link', { name: /^Requests/ }).tap();
  await expect(heading(page, 'Service Requests')).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
  await expectToFit(page, [390, 320]);
});
