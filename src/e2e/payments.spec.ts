import type { Page } from '@playwright/test';

import { awake, expect, open, type Sql, test } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { type Person, signUp, title } from './people';

const listed = (page: Page) =>
  page.getByRole('list', { name: 'Payments', exact: true }).getByRole('listitem');

/** Payments of the months before, the latest first; each fourth failed. */
async function addPayments(sql: Sql, { email }: Person, count: number): Promise<void> {
  await sql`
    insert into payments
      (user_id, description, amount_cents, currency, status, stripe_invoice_id, created_at)
    select u.id, 'Engine ' || n, n * 100, 'USD',
      (case when n % 4 = 0 then 'failed' else 'completed' end)::payment_status,
      'in_' || gen_random_uuid(), now() - make_interval(months => n)
    from users u, generate_series(1, ${count}::int) n where u.email = ${email}`;
}

test.describe('the payments', () => {
  test('are followed from the dashboard, searched, filtered and paged', async ({
    page,
    context,
    sql,
  }) => {
    await addPayments(sql, await signUp(context), 13);
    await open(page, '/dashboard');
    const recent = page.getByRole('region', { name: 'Recent Payments' });
    await expect(recent.getByRole('listitem')).toHaveCount(5);
    await recent.getByRole('link', { name: 'All payments' }).click();
    await expect(page).toHaveURL('/dashboard/payments');
    await expect(title(page)).toHaveText('Payments');
    await expect(listed(page)).toHaveCount(10);
    await expect(listed(page).first()).toHaveText(/^Engine 1.*\$1.*Completed.*Receipt$/);
    await expect(listed(page).nth(3)).toHaveText(/^Engine 4.*Failed$/);
    await expectToFit(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/dashboard/payments?page=2');
    await expect(listed(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Failed' }).click();
    await expect(page).toHaveURL('/dashboard/payments?status=failed');
    await expect(listed(page)).toHaveText([/^Engine 4/, /^Engine 8/, /^Engine 12/]);
    await page.getByRole('searchbox', { name: 'Search' }).fill('engine 12');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/payments?search=engine+12&status=failed');
    await page.reload();
    await awake(page);
    await expect(listed(page)).toHaveText([/^Engine 12/]);
    await page.getByRole('button', { name: 'Pending' }).click();
    await expect(page.getByText('No payments match.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).click();
    await listed(page)
      .first()
      .getByRole('link', { name: /^Receipt of/ })
      .click();
    await expect(title(page)).toHaveText('Receipt');
  });

  test('of somebody new are none, though others have some', async ({
    page,
    context,
    browser,
    sql,
  }) => {
    const other = await browser.newContext();
    await addPayments(sql, await signUp(other), 2);
    await other.close();
    await signUp(context);
    await open(page, '/dashboard/payments');
    await expect(page.getByText('No payments yet.')).toBeVisible();
    await expect(listed(page)).toHaveCount(0);
  });
});
