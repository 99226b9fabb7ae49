import { drawer, main, openPanel, tag } from './admin-panel';
import { ofDrawers } from './admin-screens';
import { expect, test, toasts, uniqueEmail } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { signInAsAdmin } from './people';

const dayMs = 86_400_000;
/** So that three months are over, and none of them was made in time. */
const startsOn = new Date(Date.now() - 68 * dayMs).toISOString().slice(0, 10);

test('a retainer that began three months ago is asked about, and invoiced for each of them', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInAsAdmin(page.context());
  const client = `Retainer ${tag()}`;
  const made = await page.request.post('/api/admin/recurring-invoices', {
    data: {
      client: { name: client, email: uniqueEmail() },
      items: [
        { description: 'Care in {{month}}', quantity: '1', unitPrice: '300.00', taxRate: '0' },
      ],
      every: { unit: 'month', count: 1 },
      startsOn,
      action: 'issue',
    },
  });
  expect(made.status()).toBe(200);
  const { id } = await made.json();

  // The job looks each minute.
  await expect(async () => {
    await openPanel(page, `?section=recurringInvoices&open=${id}`);
    await expect(drawer(page)).toContainText('3 invoices were not made', { timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
  await expectAccessible(page, { except: ofDrawers });
  await expectToFit(page);
  await openPanel(page, '?section=setup');
  await expect(main(page)).toContainText('and not made: $900.00');

  await openPanel(page, `?section=recurringInvoices&open=${id}`);
  await drawer(page).getByRole('button', { name: 'Issue' }).click();
  const question = page.getByRole('dialog', { name: 'Issue 3 invoices?' });
  await question.getByRole('button', { name: 'Issue' }).click();
  await expect(toasts(page).first()).toBeVisible();

  await openPanel(page, `?section=invoices&search=${encodeURIComponent(client)}`);
  const rows = page.getByRole('row').filter({ hasText: client });
  await expect(rows).toHaveCount(3);
  const list = `/api/admin/invoices?search=${encodeURIComponent(client)}`;
  const invoices: { id: number }[] = await (await page.request.get(list)).json();
  const months = await Promise.all(
    invoices.map(async (invoice) => {
      const one = await page.request.get(`/api/admin/invoices/${invoice.id}`);
      return (await one.json()).items[0].description as string;
    }),
  );
  expect(new Set(months).size).toBe(3);
});
