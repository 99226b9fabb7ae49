import type { APIRequestContext, Page } from '@playwright/test';

import { expect, open, test } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { accountMenu, avatar, signUp, title } from './people';

const activity = (page: Page) =>
  page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');

async function expectTiles(page: Page, figures: string[]) {
  const tiles = page.getByRole('main').locator('dl');
  await expect(tiles.locator('dt')).toHaveText([
    'Active services',
    'Quotes and messages',
    'Total spent',
    'With us since',
  ]);
  await expect(tiles.locator('dd')).toHaveText([
    ...figures,
    new Intl.DateTimeFormat('en-GB', {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date()),
  ]);
}

async function askForQuote(request: APIRequestContext, email: string, serviceName: string) {
  const data = {
    name: 'Ada Byron',
    email,
    phone: '+44 20 7946 0958',
    company: '',
    projectDetails: 'An engine that weaves algebra.',
    budget: 'under-1000',
    timeline: 'asap',
    serviceId: 0,
    serviceName,
  };
  const answer = await request.post('/api/quotes', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function write(request: APIRequestContext, email: string, service: string) {
  const data = {
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    phone: '',
    service,
    message: 'The engine wants a name.',
  };
  const answer = await request.post('/api/contact', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('greets a new client, who has done nothing yet, and leads on', async ({ page, context }) => {
  await signUp(context);
  await open(page, '/');
  await expect(title(page)).toHaveText('Welcome, Ada');
  await expect(page.getByRole('form')).toHaveCount(0);
  await expectTiles(page, ['0', '0', '$0']);
  await expect(activity(page)).toHaveText([/Account created$/]);
  const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
  await expect(links).toHaveText(['Dashboard', 'Services', 'Pricing']);
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(addresses).toEqual(['/dashboard', '/services', '/pricing']);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Services',
    'Home',
    'About Us',
    'Portfolio',
    'Blog',
    'Contact',
    'Dashboard',
  ]);
});

test('shows what somebody sent from their own address, and nothing else', async ({
  page,
  context,
  browser,
  sql,
}) => {
  const own = await signUp(context);
  const elsewhere = await browser.newContext();
  const another = await signUp(elsewhere);
  // Sent by nobody in particular; the address is what counts, in whatever case.
  const visitor = await browser.newContext();
  await askForQuote(visitor.request, own.email.toUpperCase(), 'Brand Identity');
  await write(visitor.request, own.email, 'social-media');
  await askForQuote(visitor.request, another.email, 'Online Shop');
  await write(visitor.request, `x${own.email}`, 'marketing');
  await visitor.close();

  await open(page, '/');
  await expectTiles(page, ['0', '2', '$0']);
  await expect(activity(page)).toHaveText([
    /Message: Social Media.*sent/i,
    /Quote request: Brand Identity.*pending/i,
    /Account created/,
  ]);

  await sql`update quotes set status = 'approved' where lower(email) = ${own.email}`;
  await sql`update contact_messages set status = 'read' where email = ${own.email}`;
  await page.reload();
  await expect(activity(page).nth(0)).toHaveText(/sent/i);
  await expect(activity(page).nth(1)).toHaveText(/approved/i);
  await sql`update contact_messages set status = 'replied' where email = ${own.email}`;
  await page.reload();
  await expect(activity(page).nth(0)).toHaveText(/replied/i);

  const there = await elsewhere.newPage();
  await open(there, '/');
  await expectTiles(there, ['0', '1', '$0']);
  await expect(activity(there)).toHaveText([/Quote request: Online Shop/, /Account created/]);
  await elsewhere.close();

  await expectToFit(page);
  await expectAccessible(page);
});

test('shows requests and payments too, and leads to a request', async ({ page, context, sql }) => {
  const { email } = await signUp(context);
  const [request] = await sql`
    insert into service_requests (user_id, title, description, status)
    select id, 'A calculating engine', 'With a page about it', 'in_progress' from users
    where email = ${email} returning id, user_id`;
  await sql`
    insert into payments (user_id, description, amount_cents, currency, status, stripe_invoice_id)
    values (${request?.user_id}, 'Growth, monthly', 24900, 'USD', 'completed', ${crypto.randomUUID()})`;
  await open(page, '/');
  await expectTiles(page, ['1', '0', '$249']);
  await expect(activity(page)).toHaveText([
    /Growth, monthly: \$249.*Completed/,
    /Request: A calculating engine.*In progress/,
    /Account created/,
  ]);
  await expectAccessible(page);
  await expect(title(page)).toHaveText('Welcome back, Ada');
  await expect(activity(page).getByRole('link', { name: /^Growth, monthly/ })).toHaveAttribute(
    'href',
    /^\/dashboard\/payments\/\d+$/,
  );
  await activity(page).getByRole('link', { name: 'Request: A calculating engine' }).click();
  await expect(page).toHaveURL(`/dashboard/requests/${request?.id}`);
  await expect(title(page)).toHaveText('A calculating engine');
});

test('shows the latest five at most', async ({ page, context }) => {
  const { email } = await signUp(context);
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']) {
    await askForQuote(context.request, email, name);
  }
  await open(page, '/');
  await expectTiles(page, ['0', '6', '$0']);
  await expect(activity(page)).toHaveText(
    ['Sixth', 'Fifth', 'Fourth', 'Third', 'Second'].map((name) => new RegExp(`: ${name}`)),
  );
});

test.describe('the menu of whoever is signed in', () => {
  test('closes by a click elsewhere and by Escape', async ({ page, context }) => {
    await signUp(context);
    await open(page, '/');
    await avatar(page).click();
    await expect(accountMenu(page)).toBeVisible();
    await title(page).click();
    await expect(accountMenu(page)).toBeHidden();
    await avatar(page).press('Enter');
    await expect(accountMenu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(accountMenu(page)).toBeHidden();
    await expect(avatar(page)).toBeFocused();
  });

  test('fits a phone, where the other menu has the dashboard', async ({ page, context }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await signUp(context);
    await open(page, '/');
    await avatar(page).click();
    await expect(accountMenu(page)).toBeInViewport({ ratio: 1 });
    await expect(accountMenu(page).getByRole('link')).toHaveText(['Profile', 'Log out']);
    await page.keyboard.press('Escape');
    await page.locator('summary[aria-label=Menu]').click();
    await expect(
      page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Dashboard' }),
    ).toHaveAttribute('href', '/dashboard');
    await expectToFit(page);
  });

  test('gives axe nothing to find while it is open', async ({ page, context }) => {
    await signUp(context);
    await open(page, '/');
    await avatar(page).click();
    await expect(accountMenu(page)).toBeVisible();
    await expectAccessible(page);
  });
});
