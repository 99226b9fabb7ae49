import { expect, open } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { panel, signInAsAdmin } from './people';
import { test } from './second-product';

test('a client cancels a payment at a bank’s page, and then pays the invoice there', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await browser.newContext({ baseURL });
  await signInAsAdmin(owner);
  const { request } = owner;
  const made = await request.post('/api/admin/invoices', {
    data: {
      currency: 'EUR',
      client: { name: 'Ada Byron', email: `pays-${crypto.randomUUID()}@example.com` },
      items: [{ description: 'An engine', quantity: '1', unitPrice: '100.00', taxRate: '0' }],
    },
  });
  const { id } = await made.json();
  const issued = await request.post(`/api/admin/invoices/${id}/issue`);
  const article = page.getByRole('article');
  const form = panel(page, 'Payment');
  const submit = form.getByRole('button', { name: /^Pay .100\.00$/ });

  await open(page, new URL((await issued.json()).url).pathname);
  await page.getByRole('button', { name: 'Pay online' }).click();
  await form.getByRole('radio', { name: 'SEPA debit' }).click();
  await form.getByText('Test accounts').click();
  await expectAccessible(page, { within: 'main' });
  await expectToFit(page);
  await form.getByRole('radio', { name: 'iDEAL' }).click();
  await submit.click();
  await page.getByRole('button', { name: 'Cancel the payment' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    'You canceled the payment. Nothing was charged.',
  );
  await form.getByRole('radio', { name: 'iDEAL' }).click();
  await submit.click();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(article).toContainText('Paid in full. Thank you.');
  await expect(article).toContainText('Paid by iDEAL');
  await owner.close();
});
