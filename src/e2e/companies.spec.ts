import type { Page } from '@playwright/test';

import { drawer, openPanel, tag } from './admin-panel';
import { pay } from './card';
import { expect, open, test, toasts, uniqueEmail } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { type Person, signInAsAdmin, signUp } from './people';

const okCard = '4242 4242 4242 4242';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('form', { name });

/** Adds a person to the open company. */
async function add(page: Page, company: string, { email }: Person, rights: string[]) {
  await button(page, 'Add person').click();
  const form = dialog(page, `Add a person to ${company}`);
  await form.getByLabel('Client or e-mail').fill(email);
  for (const right of ['Requests', 'Proposals and invoices', 'Manager']) {
    await form.getByRole('checkbox', { name: right }).setChecked(rights.includes(right));
  }
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(drawer(page)).toContainText(email);
}

test('a bookkeeper pays the company’s invoice and sees nothing else', async ({
  page,
  browser,
  baseURL,
}) => {
  // Three people, and a payment by card.
  test.slow();
  const options = { baseURL: baseURL ?? '' };
  const [forClient, forBooks] = [
    await browser.newContext(options),
    await browser.newContext(options),
  ];
  const [client, bookkeeper] = [await signUp(forClient), await signUp(forBooks)];
  const asked = await forClient.request.post('/api/service-requests', {
    data: { title: 'A calculating engine', description: 'With a page that explains it' },
  });
  const { id: requestId } = (await asked.json()) as { id: number };

  await signInAsAdmin(page.context());
  const company = `Engines ${tag()}`;
  await openPanel(page, '?section=companies');
  await button(page, 'Add Company').click();
  await drawer(page).getByLabel('Name').fill(company);
  await drawer(page).getByLabel('City').fill('Ockham');
  await button(page, 'Add company').click();
  await expect(drawer(page)).toContainText('Nobody yet.');
  await add(page, company, client, ['Requests', 'Proposals and invoices', 'Manager']);
  await add(page, company, bookkeeper, ['Proposals and invoices']);
  await expectAccessible(page, {
    except: [
      'region',
      'heading-order',
      'landmark-no-duplicate-banner',
      'landmark-unique',
      'landmark-banner-is-top-level',
    ],
  });

  // An invoice to the client types nothing but what is billed.
  await drawer(page).getByRole('link', { name: 'Ada Byron' }).first().click();
  await button(page, 'New invoice').click();
  await expect(drawer(page).getByLabel('Company')).toHaveValue(company);
  await drawer(page).locator('input[aria-label="Description of item 1"]').fill('An engine');
  await drawer(page).locator('input[aria-label="Unit price of item 1"]').fill('120.00');
  await button(page, 'Save and issue').click();
  await button(page, 'Issue').click();
  await expect(page.getByLabel('Private link')).toBeVisible();

  const books = await forBooks.newPage();
  await open(books, '/dashboard/invoices');
  await books
    .getByRole('link', { name: /^Invoice INV-/ })
    .first()
    .click();
  await expect(books.getByRole('article')).toContainText(company);
  await button(books, 'Pay by card').click();
  await pay(books, okCard, '$120.00');
  await expect(books.getByRole('article')).toContainText('Paid in full. Thank you.');
  await open(books, '/dashboard/requests');
  await expect(books.getByRole('main')).not.toContainText('A calculating engine');
  await books.goto(`/dashboard/requests/${requestId}`);
  await expect(books.getByRole('heading', { level: 1 })).not.toContainText('A calculating engine');
  await forBooks.close();
  await forClient.close();
});

test('a manager invites a colleague, who joins on their own account page', async ({
  page,
  context,
  browser,
  baseURL,
  sql,
}) => {
  const manager = await signUp(context);
  const company = `Mills ${tag()}`;
  const [row] = await sql`insert into companies (name) values (${company}) returning id`;
  await sql`update users set company_id = ${row?.id}, is_company_manager = true,
    company_rights = '{requests,invoices}' where email = ${manager.email}`;
  const guest = { email: uniqueEmail(), firstName: 'Grace', lastName: 'Hopper' };
  await open(page, '/account');
  await page.getByRole('textbox', { name: 'Invite a colleague' }).fill(guest.email);
  await button(page, 'Send invitation').click();
  await expect(toasts(page)).toContainText('The invitation is on its way.');
  await expect(page.getByRole('list', { name: 'People' })).toContainText(guest.email);
  await expectAccessible(page);
  await expectToFit(page);

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  await signUp(other, guest);
  const joining = await other.newPage();
  await open(joining, '/account');
  await button(joining, `Join ${company}`).click();
  await expect(joining.getByText(`You are in ${company}`).first()).toBeVisible();
  await other.close();
});

test('a quote is answered from the panel, and its sender goes on at the private link', async ({
  page,
  browser,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(page.context());
  const [name, email] = [`Ada ${tag()}`, uniqueEmail()];
  await openPanel(page, '?section=quotes');
  await button(page, 'Enter Quote').click();
  const form = dialog(page, 'Enter a quote request');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('What it is about').fill('A calculating engine');
  await button(page, 'Keep it').click();
  await expect(drawer(page)).toContainText(`Quote from ${name}`);
  await drawer(page)
    .getByRole('textbox', { name: 'Your message' })
    .fill('Which **day** suits you?');
  await button(page, 'Send by mail').click();
  await expect(drawer(page).getByRole('article')).toContainText('Which day suits you?');

  const [sent] = await sql`select id from mails where "to" = ${email}`;
  const mail = await (await page.request.get(`/dev/mail/${sent?.id}`)).text();
  const [path = ''] = /\/quotes\/[\w-]{43}/.exec(mail) ?? [];
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await open(visitor, path);
  await expect(visitor.getByRole('main')).toContainText('Which day suits you?');
  await visitor.getByLabel('Your answer').fill('Tuesday');
  await button(visitor, 'Send message').click();
  await expect(toasts(visitor)).toContainText('Message Sent');
  await expectAccessible(visitor);
  await expectToFit(visitor);
  await visitor.context().close();
  await expect(drawer(page).getByRole('article').last()).toContainText('Tuesday');
});
