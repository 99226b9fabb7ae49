import { expect, open } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { panel, signInAsAdmin } from './people';
import { test } from './second-product';

test('pays an invoice by bank debit', async ({ page, browser, baseURL }) => {
  const owner = await browser.newContext({ baseURL });
  await signInAsAdmin(owner);
  const { request } = owner;
  const settings = '/api/admin/settings';
  const change = async (key: string, value: unknown) => {
    const answer = await request.put(`${settings}/${key}`, { data: { value } });
    expect(answer.status()).toBe(200);
  };
  const read = async (key: string) =>
    (await (await request.get(`${settings}/${key}`)).json()).value;
  const sales = await read('sales');
  const currency = await read('currency');
  await change('sales', { ...sales, bankDebit: true });
  await change('currency', 'EUR');
  const made = await request.post('/api/admin/invoices', {
    data: {
      client: { name: 'Ada Byron', email: `debit-${Date.now()}@example.com` },
      items: [{ description: 'An engine', quantity: '1', unitPrice: '100.00', taxRate: '0' }],
    },
  });
  const { id } = await made.json();
  const { url } = await (await request.post(`/api/admin/invoices/${id}/issue`)).json();

  await open(page, new URL(url).pathname);
  const article = page.getByRole('article');
  await page.getByRole('button', { name: 'Pay by card or bank debit' }).click();
  const form = panel(page, 'Payment');
  await form.getByRole('radio', { name: 'Bank debit (SEPA)' }).click();
  await form.getByText('Test accounts').click();
  await expectAccessible(page);
  await expectToFit(page);
  await form.getByRole('button', { name: 'DE35 3704 0044 0532 0130 02' }).click();
  await form.getByRole('button', { name: 'Pay €100.00' }).click();
  await expect(article).toContainText('A bank debit of €100.00 is under way.');
  await change('sales', sales);
  await change('currency', currency);
  await owner.close();
});
