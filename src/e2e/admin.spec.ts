import { drawer, heading, main, openPanel, row, sendQuote, sidebar } from './admin-panel';
import { expect, tabTo, test, toasts } from './fixtures';
import { settled } from './page-checks';
import { newPerson, signInAsAdmin, signUp } from './people';

test.beforeEach(({ context }) => signInAsAdmin(context));

test('an admin finds, opens, answers and closes a lead by keyboard alone', async ({ page }) => {
  const name = await sendQuote(page);
  await openPanel(page);
  await tabTo(page, sidebar(page).getByRole('link', { name: /^Quotes/ }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Quotes')).toBeVisible();
  await tabTo(page, page.getByRole('searchbox', { name: 'Search quotes' }));
  await page.keyboard.type(name);
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  const link = row(page, name).getByRole('link', { name });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toContainText('A site about a creature');
  const status = drawer(page).getByRole('combobox', { name: 'Status' });
  await tabTo(page, status);
  await page.keyboard.press('Enter');
  const approved = page.getByRole('option', { name: 'Approved' });
  await expect(approved).toBeVisible();
  // After the list is shown, a separate task marks the current status, at which the arrow keys begin.
  await settled(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Quote status updated successfully');
  await expect(status).toHaveValue('Approved');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('an admin turns a quote into a request, and the client follows its progress', async ({
  page,
  browser,
}) => {
  const person = newPerson();
  const name = await sendQuote(page, {
    email: person.email,
    cameFrom: { page: '/pricing', host: 'news.example', utmCampaign: 'spring-26' },
  });
  const theirs = await browser.newContext();
  await signUp(theirs, person);
  await openPanel(page, `?section=quotes&search=${name}`);
  await row(page, name).getByRole('link', { name }).click();
  await expect(drawer(page)).toContainText(
    /Sourcenews\.example\s*Campaignspring-26\s*Landing page\/pricing/,
  );
  await drawer(page).getByRole('button', { name: 'Create service request' }).click();
  await expect(heading(page, 'Marketing Website')).toBeVisible();

  await main(page).getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'In progress' }).click();
  await expect(toasts(page)).toContainText('Service request status updated successfully');
  // While the year is typed, each digit results in a different date. Only the complete date is sent.
  const dates: string[] = [];
  page.on('request', (call) => {
    if (call.url().includes('setTargetDate')) dates.push(call.postData() ?? '');
  });
  await main(page).getByLabel('Due date').focus();
  await page.keyboard.type('03152027');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Due date updated successfully');
  expect(dates).toEqual([expect.stringContaining('2027-03-15')]);
  await main(page).getByRole('textbox', { name: 'Your message' }).fill('We begin on Monday');
  await main(page).getByLabel('Pin for the client').check();
  await main(page).getByRole('button', { name: 'Send to client' }).click();
  await expect(main(page).getByRole('region', { name: 'Pinned for the client' })).toContainText(
    'We begin on Monday',
  );

  const client = await theirs.newPage();
  await client.goto('/dashboard/requests');
  await client
    .getByRole('link', { name: /Marketing Website/ })
    .first()
    .click();
  await expect(client.getByRole('main')).toContainText('We begin on Monday');
  await expect(client.getByRole('main')).toContainText('Due by 15 March 2027');
  await theirs.close();
});
