import { main, openPanel, row, tag } from './admin-panel';
import { awake, expect, test, toasts } from './fixtures';
import { expectAccessible, expectNoDeadButtons, expectToFit } from './page-checks';
import { addAccount, signInAsAdmin } from './people';

test('a client is asked for a testimonial, consents by link, appears on the case study, and withdraws consent', async ({
  page,
  context,
  browser,
  baseURL,
  sql,
}) => {
  const client = await addAccount(context, sql);
  const title = `The engine ${tag()}`;
  const [request] = await sql<[{ id: number }]>`
    insert into service_requests (user_id, title, status)
    select id, ${title}, 'in_progress' from users where email = ${client.email} returning id`;
  await signInAsAdmin(context);

  // Completes the request, then asks the client for a testimonial.
  await openPanel(page, `?section=requests&open=${request.id}`);
  await main(page).getByLabel('Status').first().click();
  await page.getByRole('option', { name: 'Completed' }).click();
  await main(page).getByRole('button', { name: 'Ask for a testimonial' }).click();
  await expect(toasts(page)).toContainText('Client asked by email');
  await expect(main(page).getByRole('button', { name: 'Send the link again' })).toBeVisible();

  // Opens the email in the sandbox's viewer.
  const [mail] = await sql<[{ id: number; about: string }]>`
    select id, about from mails where "to" = ${client.email} and kind = 'testimonial_asked'`;
  const shown = await (await page.request.get(`/dev/mail/${mail.id}`)).text();
  const path = /\/testimonials\/[\w-]+/.exec(shown)?.[0] ?? '';
  expect(path).not.toBe('');

  const words = `They said what it costs, and so it was. ${tag()}`;
  const visitor = await browser.newContext({ baseURL: baseURL ?? '' });
  const own = await visitor.newPage();
  const look = async () => {
    await expectAccessible(own, { within: 'main', hasToBeSure: false });
    await expectToFit(own);
  };
  await own.goto(path);
  await awake(own);
  await look();
  await expectNoDeadButtons(own);
  const form = own.getByRole('form', { name: 'Your testimonial' });
  await expect(form.getByLabel('Your name')).toHaveValue('Ada Byron');
  await form.getByLabel('What was it like to work with us?').fill(words);
  await form.getByRole('button', { name: 'Send testimonial' }).click();
  await expect(form.getByText('Please check the box to give your consent')).toBeVisible();
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Send testimonial' }).click();
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Thank you for your testimonial');

  // The testimonial waits for the owner, who assigns it to its case study and publishes it.
  const caseOf = '/portfolio/pellworth-cycles';
  expect(await (await own.request.get(caseOf)).text()).not.toContain(words);
  await openPanel(page, '?section=testimonials&status=waits_for_you');
  await row(page, 'Ada Byron').getByRole('link').press('Enter');
  const record = page.getByRole('dialog');
  await expect(record).toContainText('Ready for review');
  await record.getByLabel('Project').click();
  await page.getByRole('option', { name: /bicycles/ }).click();
  await record.getByRole('switch', { name: 'Published' }).check();
  await record.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('Testimonial updated successfully');
  await expect.poll(async () => (await own.request.get(caseOf)).text()).toContain(words);

  // The client withdraws consent at the same link, which hides the testimonial.
  await own.reload();
  await awake(own);
  await expect(own.getByRole('heading', { level: 1 })).toHaveText(
    'Your testimonial is on our site',
  );
  await own.getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(own.getByRole('heading', { level: 1 })).toHaveText(
    'Your testimonial is no longer shown',
  );
  await look();
  await expect.poll(async () => (await own.request.get(caseOf)).text()).not.toContain(words);
  await visitor.close();
});
