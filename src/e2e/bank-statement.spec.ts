import type { Page } from '@playwright/test';

import { camtOf, type WrittenEntry } from '~/testing/statements';
import { openPanel, tag } from './admin-panel';
import { expect, test, toasts, uniqueEmail } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { signInAsAdmin } from './people';

async function issue(page: Page, name: string, unitPrice: string) {
  const made = await page.request.post('/api/admin/invoices', {
    data: {
      client: { name, email: uniqueEmail() },
      items: [{ description: 'An engine', quantity: '1', unitPrice, taxRate: '0' }],
    },
  });
  const { id } = await made.json();
  const issued = await page.request.post(`/api/admin/invoices/${id}/issue`);
  expect(issued.status()).toBe(200);
  const read = async () => (await page.request.get(`/api/admin/invoices/${id}`)).json();
  return { id, number: (await read()).number as string, read };
}

async function importEntries(page: Page, entries: WrittenEntry[]): Promise<void> {
  await openPanel(page, '?section=payments&tab=statements');
  await page.getByLabel('Statement of your bank').setInputFiles({
    name: 'statement.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(camtOf(entries)),
  });
}

test('a statement pays an invoice by one click, and a return reopens it', async ({ page }) => {
  await signInAsAdmin(page.context());
  const client = `Grace ${tag()}`;
  const invoice = await issue(page, client, '250.00');
  const endToEndId = tag();
  const paid = {
    amount: '250.00',
    name: client,
    reference: `Payment of ${invoice.number}`,
    endToEndId,
    bankReference: tag(),
  };
  await importEntries(page, [paid]);
  const entry = page.getByRole('listitem', { name: client }).first();
  await expect(entry).toContainText('Found by number; exactly what is left.');
  await expectAccessible(page);
  await expectToFit(page);
  await entry.getByRole('button', { name: `Book to ${invoice.number}` }).click();
  await expect(toasts(page).filter({ hasText: 'The entry was booked' })).toBeVisible();
  expect(await invoice.read()).toMatchObject({ status: 'paid', paid: '250.00' });

  // The same statement with a day more.
  const back = {
    ...paid,
    isDebit: true,
    returned: 'MD06',
    date: '2026-03-20',
    bankReference: tag(),
  };
  await importEntries(page, [paid, back]);
  const returned = page.getByRole('listitem', { name: client }).first();
  await returned.getByRole('button', { name: 'Reopen the invoice' }).click();
  await expect(async () => {
    expect(await invoice.read()).toMatchObject({
      status: 'open',
      remaining: '250.00',
      payments: [{ method: 'transfer', isReversed: true }],
    });
  }).toPass();
});
