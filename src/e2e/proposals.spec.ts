import { main, openPanel, row, sendQuote } from './admin-panel';
import { pay, secureCard } from './card';
import { expect, newAddress, open, test } from './fixtures';
import { expectAccessible, expectNoDeadButtons, expectToFit } from './page-checks';
import { signInAsAdmin } from './people';

test('an admin makes a proposal from a quote and changes it, and the client accepts and pays it', async ({
  page,
  context,
  browser,
  baseURL,
  sql,
}) => {
  await signInAsAdmin(context);
  const name = await sendQuote(page);
  await openPanel(page, `?section=quotes&search=${encodeURIComponent(name)}`);
  await row(page, name).getByRole('link', { name }).press('Enter');

  // Adds three items, using only the keyboard.
  await page.getByRole('button', { name: 'Create proposal' }).press('Enter');
  const field = (label: string) => main(page).getByLabel(label, { exact: true });
  await expect(field('Description of item 1')).toHaveValue('Marketing Website');
  await expect(field('Email')).toHaveValue(/@example\.com$/);
  const firstPrice = field('Unit price of item 1');
  await firstPrice.focus();
  await page.keyboard.type('6800');
  await page.keyboard.press('Enter');
  await expect(field('Description of item 2').and(page.locator('input'))).toBeFocused();
  await page.keyboard.type('Photographs on board');
  for (const text of ['', '', '', '450']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(field('Description of item 3').and(page.locator('input'))).toBeFocused();
  await page.keyboard.type('brand');
  await expect(page.getByRole('option', { name: 'Brand Identity' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field('Unit price of item 3')).not.toHaveValue('');
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible();
  await field('Unit price of item 3').fill('1000');
  await expect(main(page).getByLabel('Totals')).toContainText('Total$7,800.00');
  await expectAccessible(page, {
    within: 'main',
    hasToBeSure: false,
    except: ['region', 'heading-order'],
  });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Moves an item by its handle, with the keyboard.
  const handle = main(page).getByRole('button', { name: /^Move item 3/ });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(field('Description of item 3').and(page.locator('input'))).toHaveValue(
    'Photographs on board',
  );
  // Moves the item back, with the mouse.
  const centreOf = async (nth: number) => {
    const box = await main(page)
      .getByRole('button', { name: new RegExp(`^Move item ${nth}`) })
      .boundingBox();
    if (!box) throw new Error(`item ${nth} is not shown`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  // Dragging near an edge scrolls the window.
  await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [to, from] = [await centreOf(2), await centreOf(3)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0], from[1] - 10, { steps: 4 });
  await page.mouse.move(to[0], to[1] - 10, { steps: 10 });
  await page.mouse.up();
  await expect(field('Description of item 2').and(page.locator('input'))).toHaveValue(
    'Photographs on board',
  );
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const url = await page.getByLabel('Private link').inputValue();
  expect(url).toMatch(/\/proposals\/[\w-]{43}$/);
  const [sent] = await sql`select id, status from proposals where client_name = ${name}`;
  expect(sent?.status).toBe('sent');
  const id: number = sent?.id;

  const visitor = await browser.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: newAddress(),
    reducedMotion: 'reduce',
  });
  const reader = await visitor.newPage();
  await open(reader, new URL(url).pathname);
  await expect
    .poll(async () => (await sql`select status from proposals where id = ${id}`)[0]?.status)
    .toBe('viewed');
  const total = reader.getByLabel('At a glance').locator('dd').first();
  await expect(total).toHaveText('$7,800.00');
  await reader.getByLabel('Photographs on board').check();
  await expect(total).toHaveText('$8,250.00');
  await expectAccessible(reader, { within: 'main' });
  await expectToFit(reader);
  await expectNoDeadButtons(reader);

  await reader.getByLabel('Questions or changes?').fill('And the hosting?');
  await reader.getByRole('button', { name: 'Send message' }).click();
  await expect(reader.getByRole('region', { name: 'Questions' })).toContainText('And the hosting?');

  const form = reader.getByRole('form', { name: 'Accept the proposal' });
  const accept = form.getByRole('button', { name: 'Accept for' });
  await accept.click();
  await expect(form.getByText('Please type your name')).toBeVisible();
  await form.getByLabel('Your full name').fill('Mary Shelley');
  await form.getByRole('checkbox').check();
  const changed = await page.request.put(`/api/admin/proposals/${id}`, {
    data: {
      title: 'A website about a creature',
      schedule: [
        { label: 'Deposit', percent: '40', due: 'on_acceptance' },
        { label: 'Rest', percent: '60', due: 'on_completion' },
      ],
    },
  });
  expect(changed.status()).toBe(200);
  await accept.click();
  const notice = reader.getByRole('status').filter({ hasText: 'We updated this proposal' });
  await expect(notice).toBeFocused();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('A website about a creature');
  await expect(form.getByLabel('Your full name')).toHaveValue('Mary Shelley');
  await expect(reader.getByLabel('Photographs on board')).toBeChecked();
  // The consent checkbox is empty again, because the client agreed to the previous version.
  await expect(form.getByRole('checkbox')).not.toBeChecked();
  await form.getByRole('checkbox').check();
  await accept.click();
  await expect(reader.getByText(/^Accepted by Mary Shelley on/)).toBeVisible();
  await expect(total).toHaveText('$8,250.00');
  await expect(form).toHaveCount(0);

  // Pays the deposit.
  await reader.getByRole('link', { name: 'Make the first payment, $3,300.00' }).click();
  await expect(reader.getByRole('article')).toContainText('$3,300.00 is due by');
  await reader.getByRole('button', { name: 'Pay online' }).click();
  await pay(reader, secureCard, 'Pay $3,300.00');
  await reader.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(reader.getByRole('article')).toContainText('Paid in full. Thank you.');
  await visitor.close();

  const [made] = await sql`
    select p.status, r.title as request, count(i.id)::int as invoices, sum(i.total_cents)::int as cents
    from proposals p join service_requests r on r.id = p.request_id
    join invoices i on i.proposal_id = p.id where p.id = ${id} group by p.id, r.id`;
  expect(made).toMatchObject({ status: 'accepted', invoices: 2, cents: 825_000 });
});
