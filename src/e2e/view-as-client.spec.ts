import { main, openPanel, row } from './admin-panel';
import { expect, open, test, toasts } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { addAccount, signInAsAdmin, title } from './people';

test('an admin sees the site as a client, changes nothing, and goes back', async ({
  page,
  context,
  sql,
  noise,
}) => {
  noise.allow(/status of 403/);
  const person = await addAccount(context, sql);
  await signInAsAdmin(context);
  await openPanel(page, `?section=users&search=${person.email}`);
  await row(page, person.email).getByRole('link').click();
  await main(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'View as client' }).click();

  await expect(title(page)).toHaveText('Dashboard');
  const notice = page.getByRole('complementary', { name: 'View as a client' });
  await expect(notice).toContainText('You see this as Ada Byron. Nothing can be changed. Ends at');
  await expectAccessible(page, { within: 'main' });
  await expectToFit(page);

  await page.goto('/account');
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('First name').fill('Augusta');
  await profile.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasts(page)).toContainText('You view this as Ada Byron: nothing can be changed.');
  const [saved] = await sql`select first_name from users where email = ${person.email}`;
  expect(saved?.first_name).toBe('Ada');

  // The panel remains available to the admin in the same browser.
  const other = await context.newPage();
  await openPanel(other, '?section=account');
  await other.close();

  // Another tab of the view is notified that the view has ended, and stops showing it.
  const tab = await page.context().newPage();
  await open(tab, '/dashboard');
  await expect(tab.getByRole('complementary', { name: 'View as a client' })).toBeVisible();
  await notice.getByRole('button', { name: 'End view' }).click();
  await expect(tab.getByRole('complementary', { name: 'View as a client' })).toHaveCount(0);
  await tab.close();
  const email = main(page).getByRole('textbox', { name: 'Email', exact: true });
  await expect(email).toHaveValue(person.email);
  await expect(main(page)).toContainText('stopped viewing the site as Ada Byron');
  await page.goto('/');
  await expect(notice).toHaveCount(0);
});
