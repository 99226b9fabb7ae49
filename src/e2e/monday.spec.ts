import { drawer, main, openPanel, row, sendQuote } from './admin-panel';
import { expect, test, toasts } from './fixtures';
import { signInAsAdmin } from './people';

test('an owner’s Monday: what is late is answered, offered, agreed and paid', async ({
  page,
  context,
  browser,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(context);
  const [late, declined] = [await sendQuote(page), await sendQuote(page)];
  await sql`update quotes set created_at = now() - interval '9 days' where name in (${late}, ${declined})`;
  const statusOf = async (name: string) =>
    (await sql<{ status: string }[]>`select status from quotes where name = ${name}`)[0]?.status;

  // Today leads to what is late.
  await openPanel(page);
  await main(page)
    .getByRole('region', { name: 'Today' })
    .getByRole('link', { name: /Overdue quotes/ })
    .click();
  await expect(page).toHaveURL(/section=quotes.*status=overdue/);

  // A chosen row stays readable: its name can be pressed.
  await row(page, declined).getByRole('checkbox').check();
  await expect(page.getByText(declined).first()).toBeVisible();
  await row(page, declined).getByRole('link', { name: declined }).click();
  await drawer(page).getByRole('button', { name: 'Not for us' }).click();
  await expect.poll(() => statusOf(declined)).toBe('rejected');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => statusOf(declined)).toBe('pending');
  await drawer(page).getByRole('button', { name: 'Not for us' }).click();
  await expect.poll(() => statusOf(declined)).toBe('rejected');
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(row(page, declined)).toHaveCount(0);

  // The other one is offered something, in our words.
  await row(page, late).getByRole('link', { name: late }).click();
  await drawer(page).getByRole('button', { name: 'Make a proposal' }).click();
  await main(page).getByLabel('Unit price of item 1', { exact: true }).fill('1,200.50');
  await expect(main(page).getByLabel('Totals')).toContainText('$1,200.50');
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible();
  await main(page).getByRole('button', { name: 'Send…' }).click();
  const sending = page.getByRole('dialog');
  await sending.getByLabel('Personal message').fill('As we said on the telephone.');
  await sending.getByRole('button', { name: 'Send', exact: true }).click();
  const link = await page.getByLabel('Private link').inputValue();
  await page.keyboard.press('Escape');

  // The lead follows.
  await main(page).getByRole('link', { name: 'The quote it answers' }).click();
  await expect(drawer(page).getByRole('combobox', { name: 'Status' })).toHaveValue('Contacted');
  await expect(drawer(page).getByRole('region', { name: 'Proposals' })).toContainText('$1,200.50');

  // It is accepted elsewhere; what is due then is an invoice, which a transfer pays.
  const path = `/api/proposals/by-link/${link.split('/').at(-1)}`;
  const visitor = await browser.newContext({ ...(baseURL && { baseURL }) });
  const { contentHash } = await (await visitor.request.get(path)).json();
  const data = { name: late, agreed: true, contentHash };
  expect((await visitor.request.post(`${path}/accept`, { data })).status()).toBe(200);
  await visitor.close();
  await expect(drawer(page).getByRole('combobox', { name: 'Status' })).toHaveValue('Approved');
  await openPanel(page, `?section=invoices&search=${encodeURIComponent(late)}`);
  await row(page, late).getByRole('link').first().click();
  await drawer(page).getByRole('button', { name: 'Record transfer' }).click();
  await expect(page.getByLabel('Amount in USD')).toHaveValue('1200.50');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(toasts(page)).toContainText('Transfer recorded');
  await expect(row(page, late)).toContainText('Paid');
});
