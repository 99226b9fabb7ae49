import { abort, awake, expect, failedRequest, open, test, toasts } from './fixtures';
import { panel, signUp, title } from './people';
import {
  createCalls,
  endSessions,
  expectLogin,
  fill,
  form,
  latest,
  listed,
  signInHere,
  tiles,
  timeline,
} from './requests';

test('a client creates a request, changes it and cancels it', async ({ page, context, sql }) => {
  const { email } = await signUp(context);
  await open(page, '/dashboard');
  await page.getByRole('link', { name: 'New Request' }).click();
  await fill(page);
  await form(page).locator('button[type=submit]').click();
  await expect(title(page)).toHaveText('A calculating engine');
  await expect(toasts(page)).toContainText('Request Sent');
  await expect(page.getByRole('main')).toContainText('Online Store');
  await page.getByRole('link', { name: 'Dashboard' }).last().click();
  await expect(latest(page)).toHaveText([/^A calculating engine.*Pending$/]);
  await expect(tiles(page).locator('dd').first()).toHaveText('1');

  await latest(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Change' }).click();
  await panel(page, 'Change the request').getByLabel('Title').fill('A larger engine');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(title(page)).toHaveText('A larger engine');
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(timeline(page)).toHaveText([
    /^You sent this request/,
    /^You changed what it says/,
    /^You cancelled it/,
  ]);
  const rows = await sql`
    select r.title, r.description, r.status from service_requests r
    join users u on u.id = r.user_id where u.email = ${email}`;
  expect(rows).toEqual([
    {
      title: 'A larger engine',
      description: 'With a page\nthat explains it',
      status: 'cancelled',
    },
  ]);

  await page.getByRole('link', { name: 'Service requests' }).click();
  await page.getByRole('button', { name: 'Cancelled' }).click();
  await expect(page).toHaveURL('/dashboard/requests?status=cancelled');
  await page.reload();
  await expect(listed(page)).toHaveText([/^A larger engine.*Cancelled$/]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a request survives a lost connection, a reload and the end of the session', async ({
    page,
    context,
    sql,
    noise,
  }) => {
    noise.allow(failedRequest);
    const person = await signUp(context);
    await open(page, '/dashboard/requests/new');
    await fill(page);
    await page.route(createCalls, abort);
    await form(page).locator('button[type=submit]').tap();
    await expect(page.getByRole('alert')).toContainText('Failed to send your request.');
    await page.unroute(createCalls);
    await page.reload();
    await awake(page);
    await expect(form(page).getByLabel('Title')).toHaveValue('A calculating engine');

    await endSessions(sql, person);
    await form(page).locator('button[type=submit]').tap();
    await expectLogin(page, '/dashboard/requests/new');
    await signInHere(page, sql, person);
    await expect(page).toHaveURL('/dashboard/requests/new');
    await expect(form(page).getByLabel('Description')).toHaveValue('With a page\nthat explains it');
    await expect(form(page).getByLabel('Service')).not.toHaveValue('');
    await form(page).locator('button[type=submit]').tap();
    await expect(title(page)).toHaveText('A calculating engine');
    const sent = await sql`
      select 1 from service_requests r join users u on u.id = r.user_id
      where u.email = ${person.email}`;
    expect(sent).toHaveLength(1);
  });
});
