import type { BrowserContext, Page } from '@playwright/test';

import {
  abort,
  awake,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
  open,
  test,
  toasts,
} from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { panel, signUp, title } from './people';
import {
  addRequests,
  createCalls,
  empty,
  endSessions,
  expectTaken,
  fill,
  form,
  latest,
  listed,
  signInHere,
  tiles,
  timeline,
} from './requests';

test.describe('a new request', () => {
  test('is sent once, is at the top, and can be followed', async ({ page, context, sql }) => {
    const { email } = await signUp(context);
    await open(page, '/dashboard');
    await page.getByRole('link', { name: 'New Request' }).click();
    await expect(title(page)).toHaveText('New request');
    await fill(page);
    const gate = await holdBack(page, createCalls);
    await form(page)
      .locator('button[type=submit]')
      .evaluate((button: HTMLButtonElement) => {
        for (let press = 0; press < 4; press += 1) button.click();
      });
    await expect(form(page).locator('button[type=submit]')).toHaveText('Sending...');
    gate.open();
    await expect(title(page)).toHaveText('A calculating engine');
    await expect(toasts(page)).toContainText('Request Sent');
    await expect(page.getByRole('main')).toContainText('Online Store');
    await expect(timeline(page)).toHaveText([/^You sent this request/]);
    const rows = await sql`
      select r.title, r.description, r.status from service_requests r
      join users u on u.id = r.user_id where u.email = ${email}`;
    expect(rows).toEqual([
      {
        title: 'A calculating engine',
        description: 'With a page\nthat explains it',
        status: 'pending',
      },
    ]);
    await page.getByRole('link', { name: 'Dashboard' }).last().click();
    await expect(page).toHaveURL('/dashboard');
    await expect(latest(page)).toHaveText([/^A calculating engine.*Pending$/]);
    await expect(tiles(page).locator('dd').first()).toHaveText('1');
  });

  test('says at each field what is missing', async ({ page, context }) => {
    await signUp(context);
    await open(page, '/dashboard/requests/new');
    await form(page).locator('button[type=submit]').click();
    await expectFieldError(form(page), 'Title', 'Title must be at least 3 characters');
    await expectFieldError(form(page), 'Description', 'Description must be at least 10 characters');
    await expect(form(page).getByLabel('Title')).toBeFocused();
    await expectToFit(page);
    await expectAccessible(page);
  });

  test('loses nothing through a lost connection, a reload and a session that ended', async ({
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
    await form(page).locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toContainText(
      'Failed to send your request. Please try again.',
    );
    await page.unroute(createCalls);
    await page.reload();
    await awake(page);
    await expect(form(page).getByLabel('Title')).toHaveValue('A calculating engine');
    await endSessions(sql, person);
    await form(page).locator('button[type=submit]').click();
    await expectTaken(page, '/dashboard/requests/new');
    await signInHere(page, sql, person);
    await expect(page).toHaveURL('/dashboard/requests/new');
    await expect(form(page).getByLabel('Description')).toHaveValue('With a page\nthat explains it');
    await expect(form(page).getByLabel('Service')).not.toHaveValue('');
    await form(page).locator('button[type=submit]').click();
    await expect(title(page)).toHaveText('A calculating engine');
  });
});

test.describe('the list', () => {
  const titles = Array.from({ length: 23 }, (_, index) => `Engine ${index + 1}`);

  test('is searched, filtered and paged, in the address', async ({ page, context, sql }) => {
    const person = await signUp(context);
    await addRequests(sql, person, titles);
    await sql`update service_requests set status = 'completed' where title like 'Engine 2%'
      and user_id = (select id from users where email = ${person.email})`;
    await open(page, '/dashboard/requests');
    await expect(listed(page)).toHaveCount(10);
    await expect(listed(page).first()).toContainText('Engine 1');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/dashboard/requests?page=2');
    await expect(listed(page).first()).toContainText('Engine 11');
    await page.reload();
    await expect(listed(page).first()).toContainText('Engine 11');
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Page 2 of 3');

    await page.getByRole('button', { name: 'Completed' }).click();
    await expect(page).toHaveURL('/dashboard/requests?status=completed');
    await expect(listed(page)).toHaveCount(5);
    await page.getByRole('searchbox', { name: 'Search' }).fill('engine 22');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/requests?search=engine+22&status=completed');
    await expect(listed(page)).toHaveText([/^Engine 22/]);
    await page.reload();
    await awake(page);
    await expect(listed(page)).toHaveText([/^Engine 22/]);
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('engine 22');
    await page.getByRole('button', { name: 'Pending' }).click();
    await expect(page.getByText('No requests match.')).toBeVisible();
    await page.goBack();
    await expect(listed(page)).toHaveText([/^Engine 22/]);
    await page.getByRole('button', { name: 'Pending' }).click();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(listed(page)).toHaveCount(10);
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  test('finds a number, and a page past the last is the last', async ({ page, context, sql }) => {
    const person = await signUp(context);
    await addRequests(sql, person, [...titles.slice(0, 11), 'Room 101']);
    await open(page, '/dashboard/requests?search=101');
    await expect(listed(page)).toHaveText([/^Room 101/]);
    await open(page, '/dashboard/requests?page=99');
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Page 2 of 2');
    await expect(listed(page)).toHaveCount(2);
  });

  test('has what was sent before there was an account', async ({ page, context, browser, sql }) => {
    const visitor = await browser.newContext();
    const person = {
      email: `${crypto.randomUUID()}@example.com`,
      firstName: 'Ada',
      lastName: 'B.',
    };
    await askForQuote(visitor, person.email);
    await visitor.close();
    await signUp(context, { ...person, lastName: 'Byron' });
    await open(page, '/dashboard/requests');
    await expect(page.getByText(empty)).toBeVisible();
    const region = page.getByRole('region', { name: 'Quotes and messages' });
    await expect(region.getByRole('listitem')).toHaveText([/^Quote request: Online Shop.*Pending/]);
    await region.getByText('Quote request: Online Shop').click();
    await expect(region.getByText('An engine that weaves algebra.')).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page);

    await sql`
      insert into service_requests (user_id, title, quote_id)
      select u.id, 'Online Shop', q.id from users u, quotes q
      where u.email = ${person.email} and q.email = ${person.email}`;
    await page.reload();
    await awake(page);
    await region.getByText('Quote request: Online Shop').click();
    await region.getByRole('link', { name: 'Follow the request that it became' }).click();
    await expect(title(page)).toHaveText('Online Shop');
  });
});

async function askForQuote({ request }: BrowserContext, email: string) {
  const data = {
    name: 'Ada Byron',
    email,
    phone: '+44 20 7946 0958',
    company: '',
    projectDetails: 'An engine that weaves algebra.',
    budget: 'under-1000',
    timeline: 'asap',
    serviceId: 0,
    serviceName: 'Online Shop',
  };
  const answer = await request.post('/api/quotes', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test.describe('a request', () => {
  const edit = (page: Page) => panel(page, 'Change the request');

  test('can be changed while it is pending', async ({ page, context, sql }) => {
    const [id] = await addRequests(sql, await signUp(context), ['An engine']);
    await open(page, `/dashboard/requests/${id}`);
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(edit(page).getByLabel('Title')).toHaveValue('An engine');
    await expect(edit(page).getByLabel('Description')).toHaveValue('What is to be done about it');
    await edit(page).getByLabel('Title').fill('A larger engine');
    // What was typed is there again after a reload, until it is sent or thrown away.
    await page.reload();
    await awake(page);
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(edit(page).getByLabel('Title')).toHaveValue('A larger engine');
    await edit(page).getByRole('button', { name: 'Leave as it was' }).click();
    await expect(title(page)).toHaveText('An engine');
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(edit(page).getByLabel('Title')).toHaveValue('An engine');
    await edit(page).getByLabel('Title').fill('A larger engine');
    await edit(page).locator('button[type=submit]').click();
    await expect(title(page)).toHaveText('A larger engine');
    await expect(toasts(page)).toContainText('Request Changed');
    await expect(timeline(page).last()).toContainText('You changed what it says');
    await page.goto('/dashboard');
    await expect(latest(page)).toHaveText([/^A larger engine/]);
  });

  test('can be cancelled while it is pending, if one is sure', async ({ page, context, sql }) => {
    const [id] = await addRequests(sql, await signUp(context), ['An engine']);
    await open(page, `/dashboard/requests/${id}`);
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await expectToFit(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(toasts(page)).toContainText('Request Cancelled');
    await expect(timeline(page).last()).toContainText('You cancelled it');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    expect(await sql`select status from service_requests where id = ${id ?? 0}`).toEqual([
      { status: 'cancelled' },
    ]);
  });

  test('that was begun with meanwhile says so, and what was typed stays', async ({
    page,
    context,
    sql,
    noise,
  }) => {
    noise.allow(failedRequest);
    const [id] = await addRequests(sql, await signUp(context), ['An engine']);
    await open(page, `/dashboard/requests/${id}`);
    await page.getByRole('button', { name: 'Change' }).click();
    await edit(page).getByLabel('Title').fill('A larger engine');
    await sql`update service_requests set status = 'in_progress' where id = ${id ?? 0}`;
    await edit(page).locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toContainText('This request is not pending any more');
    await expect(page.getByRole('main').getByText('In progress', { exact: true })).toBeVisible();
    await expect(edit(page).getByLabel('Title')).toHaveValue('A larger engine');
    await edit(page).getByRole('button', { name: 'Leave as it was' }).click();
    await expect(page.getByRole('button', { name: 'Change' })).toHaveCount(0);
  });

  test('tells what the agency did with it', async ({ page, context, sql }) => {
    const [id] = await addRequests(sql, await signUp(context), ['An engine'], 'in_progress');
    await sql`
      insert into service_request_events (request_id, kind, text, by_agency)
      select ${id ?? 0}, kind::request_event_kind, text, by_agency from (values
        ('created', '', false), ('status', 'in_progress', true),
        ('note', 'We begin on Monday', true), ('target_date', '2027-01-31', true)
      ) e(kind, text, by_agency)`;
    await sql`
      update service_requests set note = 'We begin on Monday', target_date = '2027-01-31'
      where id = ${id ?? 0}`;
    await open(page, `/dashboard/requests/${id}`);
    await expect(timeline(page)).toHaveText([
      /^You sent this request/,
      /^It is now: in progress/,
      /^We wrote a noteWe begin on Monday/,
      /^It is to be done by 31 January 2027/,
    ]);
    await expect(page.getByRole('region', { name: 'A note from us' })).toContainText(
      'We begin on Monday',
    );
    await expect(page.getByRole('main')).toContainText('To be done by 31 January 2027');
    await expectToFit(page);
    await expectAccessible(page);
  });

  test('says when older events are left out', async ({ page, context, sql }) => {
    const [id] = await addRequests(sql, await signUp(context), ['An engine']);
    await sql`
      insert into service_request_events (request_id, kind, by_agency)
      select ${id ?? 0}, 'changed', false from generate_series(1, 201)`;
    await open(page, `/dashboard/requests/${id}`);
    await expect(page.getByText('These are the newest 200 events.')).toBeVisible();
    await expect(timeline(page)).toHaveCount(200);
    await sql`delete from service_request_events
      where id = (select min(id) from service_request_events where request_id = ${id ?? 0})`;
    await page.reload();
    await expect(timeline(page)).toHaveCount(200);
    await expect(page.getByText('These are the newest')).toHaveCount(0);
  });

  test('of somebody else is not there', async ({ page, context, browser, sql, noise }) => {
    noise.allow(failedRequest);
    const other = await browser.newContext();
    const [id] = await addRequests(sql, await signUp(other), ['An engine']);
    await other.close();
    await signUp(context);
    for (const given of [id, 'x', '0', '99999999999']) {
      const answer = await page.goto(`/dashboard/requests/${given}`);
      expect(answer?.status()).toBe(404);
      await expect(title(page)).toHaveText('Request Not Found');
    }
  });
});
