import { pay } from './card';
import { expect, open, test } from './fixtures';
import { addAccount, codeField, demoCode, passCodeGap, signInAsAdmin } from './people';
import { sendAsAgency } from './request-threads';

test('a client pays an invoice, reviews a file and approves it', async ({
  page,
  context,
  browser,
  baseURL,
  sql,
}) => {
  const person = await addAccount(context, sql);
  const agency = await browser.newContext({ ...(baseURL && { baseURL }) });
  await signInAsAdmin(agency);
  const [request] = await sql<{ id: number }[]>`
    with made as (
      insert into service_requests (user_id, title, description, status)
      select id, 'A calculating engine', 'With gears', 'in_progress' from users
      where email = ${person.email} returning id)
    insert into conversations (kind, request_id) select 'request', id from made returning request_id as id`;
  const id = request?.id ?? 0;
  await sendAsAgency(agency.request, id, { text: 'The drawing', deliverables: ['gears.png'] });
  const made = await agency.request.post('/api/admin/invoices', {
    data: {
      client: { name: 'Ada Byron', email: person.email },
      items: [{ description: 'Gears', quantity: '1', unitPrice: '100.00', taxRate: '0' }],
    },
  });
  const invoice = (await made.json()) as { id: number };
  await agency.request.post(`/api/admin/invoices/${invoice.id}/issue`);
  await agency.close();

  await passCodeGap(sql, person.email);
  await open(page, '/auth/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await codeField(page).fill(demoCode);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Dashboard');
  await expect(title).toBeFocused();
  const area = page.getByRole('navigation', { name: 'Client area' });
  await expect(area.getByRole('link', { name: 'Files' })).toContainText('1');
  await expect(area.getByRole('link', { name: 'Invoices' })).toContainText('1');

  const waiting = page.getByRole('list', { name: 'Waiting on you' });
  await waiting.getByRole('link', { name: /^Pay invoice/ }).click();
  const payTitle = page.getByRole('heading', { name: 'Pay $100.00' });
  await expect(payTitle).toBeFocused();
  await expect(payTitle).toBeInViewport();
  await expect(page.getByLabel('Card number')).toBeInViewport();
  await pay(page, '4242 4242 4242 4242', 'Pay $100.00');
  const paid = page.getByRole('region', { name: 'Payment' }).getByRole('status');
  await expect(paid).toContainText('Paid, $100.00');
  await expect(paid).toBeFocused();
  await expect(page.getByText('Paid in full. Thank you.').filter({ visible: true })).toHaveCount(1);
  await expect(area.getByRole('link', { name: 'Invoices' })).not.toContainText('1');

  await paid.getByRole('link', { name: 'Back to the dashboard' }).click();
  await waiting.getByRole('link', { name: 'Review the files of A calculating engine' }).click();
  await expect(title).toHaveText('A calculating engine');
  const card = page.getByRole('listitem', { name: 'gears.png' });
  const opener = card.getByRole('button', { name: /^View gears.png/ });
  await opener.click();
  const viewer = page.getByRole('dialog', { name: 'gears.png, large' });
  await expect(viewer.getByRole('img')).toHaveJSProperty('complete', true);
  await page.keyboard.press('+');
  await expect(viewer).toContainText('150%');
  await viewer.getByRole('button', { name: 'Approve' }).click();
  await viewer.getByRole('button', { name: 'Approve file' }).click();
  await expect(viewer.getByRole('status').filter({ hasText: 'is approved' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(area.getByRole('link', { name: 'Files' })).not.toContainText('1');
  await expect(page.getByRole('list', { name: 'Files of this request' })).toContainText('Approved');
});
