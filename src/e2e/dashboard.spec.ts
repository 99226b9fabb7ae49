import { expect, failedRequest, holdBack, open, test } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { dismiss, signUp, title } from './people';
import {
  addRequests,
  empty,
  endSessions,
  expectTaken,
  fill,
  form,
  latest,
  listed,
  signInHere,
  tiles,
} from './requests';

test.describe('the dashboard', () => {
  test('of a new client says that there is nothing yet, and what to do', async ({
    page,
    context,
  }) => {
    await signUp(context);
    await open(page, '/dashboard');
    await expect(page).toHaveTitle('Dashboard | Kestrel');
    await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(tiles(page).locator('dt')).toHaveText([
      'Active Services',
      'Total Spent',
      'In Progress',
      'Subscription',
    ]);
    await expect(tiles(page).locator('dd')).toHaveText(['0', '$0', '0', 'Inactive']);
    await expect(page.getByText(empty)).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page);
  });

  test('shows the latest five, their status, and the client’s figures', async ({
    page,
    context,
    sql,
  }) => {
    const person = await signUp(context);
    await addRequests(sql, person, ['One', 'Two'], 'in_progress');
    await addRequests(sql, person, ['', '', 'Three'], 'completed');
    await sql`delete from service_requests where title = ''`;
    await addRequests(
      sql,
      person,
      ['', '', '', 'Four', 'Five', 'Six'].map((one) => one || 'x'),
    );
    await sql`delete from service_requests where title = 'x'`;
    await open(page, '/dashboard');
    await expect(latest(page)).toHaveText([
      /^One.*In progress$/,
      /^Two.*In progress$/,
      /^Three.*Completed$/,
      /^Four.*Pending$/,
      /^Five.*Pending$/,
    ]);
    await expect(tiles(page).locator('dd')).toHaveText(['5', '$0', '2', 'Inactive']);
    await expectToFit(page);
    await expectAccessible(page);
  });

  test('shows a skeleton while it is on its way', async ({ page, context }) => {
    await signUp(context);
    await open(page, '/services');
    const gate = await holdBack(page, '**/api/trpc/**dashboard.stats**');
    await page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard').click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading dashboard');
    gate.open();
    await expect(tiles(page)).toBeVisible();
  });

  for (const path of [
    '/dashboard',
    '/dashboard/requests?search=engine&status=pending',
    '/dashboard/requests/new',
    '/dashboard/requests/1',
  ]) {
    test(`takes whoever is signed out at ${path} to sign in`, async ({ page }) => {
      await page.goto(path);
      await expectTaken(page, path);
    });
  }

  test('that was left in another tab leads to signing in, and back', async ({
    page,
    context,
    sql,
    noise,
  }) => {
    noise.allow(failedRequest);
    const person = await signUp(context);
    await open(page, '/dashboard');
    await endSessions(sql, person);
    await page.getByRole('link', { name: 'All requests, quotes and messages' }).click();
    await expectTaken(page, '/dashboard/requests');
    await signInHere(page, sql, person);
    await expect(page).toHaveURL('/dashboard/requests');
    await expect(title(page)).toHaveText('Service requests');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a request is sent by touch', async ({ page, context }) => {
    await signUp(context);
    await open(page, '/dashboard');
    await page.getByRole('link', { name: 'New Request' }).tap();
    await fill(page);
    await form(page).locator('button[type=submit]').tap();
    await expect(title(page)).toHaveText('A calculating engine');
    await dismiss(page);
    await page.getByRole('link', { name: 'Service requests' }).tap();
    await expect(listed(page)).toHaveText([/^A calculating engine/]);
    await expect(listed(page).first()).toBeInViewport();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the dashboard says that it needs them', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('main').locator('noscript p')).toHaveText(
      /^Your dashboard needs JavaScript\./,
    );
  });
});
