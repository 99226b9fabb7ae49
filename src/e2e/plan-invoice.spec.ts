import { readFile } from 'node:fs/promises';

import { brokenRules } from '~/testing/en16931';
import { readEn16931 } from '~/testing/read-en16931';
import { expect, open } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { panel, signInAsAdmin, signUp, title } from './people';
import { test } from './second-product';

const euros = {
  seller: { country: 'DE', vatNumber: 'DE123456789', city: 'Berlin', postcode: '10115' },
  tax: { standardRate: '19', plansTaxed: true, planPrices: 'gross' },
};

test('a business abroad subscribes without tax, and downloads its invoice', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  // What the agency is taxed with.
  const owner = await browser.newContext({ baseURL });
  await signInAsAdmin(owner);
  for (const [key, changes] of Object.entries(euros)) {
    const path = `/api/admin/settings/${key}`;
    const { value } = await (await owner.request.get(path)).json();
    const answer = await owner.request.put(path, { data: { value: { ...value, ...changes } } });
    expect(answer.status()).toBe(200);
  }
  await owner.close();

  await signUp(context);
  await open(page, '/pricing');
  await page.getByRole('link', { name: 'Choose Professional, paid monthly' }).click();
  await expect(title(page)).toHaveText('Subscribe to Professional');
  const details = panel(page, 'Billing data');
  await details.getByLabel('Country').selectOption({ label: 'Germany' });
  await details.getByLabel('Company').fill('Martin SARL');
  await details.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('VAT, 19%')).toBeVisible();

  await page.getByRole('button', { name: 'Change the billing details' }).click();
  await details.getByLabel('Country').selectOption({ label: 'France' });
  await details.getByLabel('VAT number').fill('FR12345678901');
  await expectAccessible(page);
  await expectToFit(page);
  await details.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Reverse charge')).toBeVisible();

  const card = panel(page, 'Payment');
  await card.getByLabel('Card number').fill('4242 4242 4242 4242');
  await card.getByLabel('Expiry (MM/YY)').fill('12/34');
  await card.getByLabel('CVC').fill('123');
  await card.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await expect(async () => {
    await open(page, '/dashboard/invoices');
    await page
      .getByRole('main')
      .getByRole('link', { name: /INV-/ })
      .first()
      .click({ timeout: 2_000 });
  }).toPass();
  await expect(title(page)).toContainText('INV-');
  await expect(page.getByText('VAT number FR12345678901')).toBeVisible();
  await expect(page.getByText(/^Reverse charge: VAT is to be accounted for/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'XML, UBL' }).click();
  const document = readEn16931(await readFile(await (await download).path(), 'utf8'));
  expect(brokenRules(document)).toEqual([]);
  expect(document).toMatchObject({ buyer: { name: 'Martin SARL', country: 'FR' }, dueCents: 0 });
});
