import { drawer, heading, main, openPanel, row, sendQuote, sidebar, tag } from './admin-panel';
import { expect, failedRequest, test, toasts, uniqueEmail } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { signInAsAdmin, signUp, somebody } from './people';

/** The component library draws a drawer's head as a banner of its own. */
const ofDrawers = [
  'region',
  'heading-order',
  'landmark-no-duplicate-banner',
  'landmark-unique',
  'landmark-banner-is-top-level',
];

test.describe('whoever is no admin', () => {
  test('and signed out is told so, and taken to the panel’s own login and back', async ({
    page,
  }) => {
    await page.goto('/admin?section=quotes');
    await expect(toasts(page)).toContainText('You are logged out. Logging in again...');
    await page.waitForURL(/\/cplogin\?next=/);
    await page.getByLabel('Username', { exact: true }).fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('admin-demo');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(heading(page, 'Quotes')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('section')).toBe('quotes');
  });

  test('but a client sees that it is not theirs', async ({ page, context }) => {
    await signUp(context);
    await page.goto('/admin');
    await expect(page.getByRole('status', { name: 'Loading the panel' })).toBeVisible();
    await expect(toasts(page)).toContainText('Access Denied');
    await expect(toasts(page)).toContainText("You don't have admin privileges.");
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('the panel', () => {
  test.beforeEach(({ context }) => signInAsAdmin(context));

  const sections = [
    ['dashboard', 'Dashboard'],
    ['services', 'Services'],
    ['portfolio', 'Portfolio'],
    ['quotes', 'Quotes'],
    ['blog', 'Blog'],
    ['requests', 'Service Requests'],
    ['payments', 'Payments'],
    ['messages', 'Messages'],
    ['users', 'Users'],
    ['plans', 'Plans'],
    ['settings', 'Settings'],
  ] as const;

  for (const [section, name] of sections) {
    test(`has ${name}, which fits, and in which axe finds nothing`, async ({ page }) => {
      await openPanel(page, `?section=${section}`);
      await expect(heading(page, name)).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await expectToFit(page);
      // A pinned column lies over the others, and axe cannot tell what is behind its words.
      const widths = ['dashboard', 'quotes'].includes(section) ? [1440, 390] : [1440];
      await expectAccessible(page, ['region', 'heading-order'], { hasToBeSure: false, widths });
    });
  }

  test('is walked through by its sidebar, with Back, reload and a phone’s menu', async ({
    page,
  }) => {
    await openPanel(page);
    const sections = sidebar(page);
    await sections.getByRole('link', { name: /^Messages/ }).click();
    await expect(heading(page, 'Messages')).toBeVisible();
    await sections.getByRole('link', { name: 'Users' }).click();
    await page.goBack();
    await expect(heading(page, 'Messages')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Messages')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(sections).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await sections.getByRole('link', { name: 'Settings' }).click();
    await expect(heading(page, 'Settings')).toBeVisible();
    await expect(sections).toBeHidden();

    // What a lead needs is in sight, without a scroll to the side.
    await openPanel(page, '?section=quotes');
    const status = page
      .getByRole('cell')
      .getByLabel(/^Status of the quote/)
      .first();
    await status.scrollIntoViewIfNeeded();
    const box = await status.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390 - 16);
    expect(
      await page.locator('.mantine-datatable').evaluate((one) => one.scrollWidth),
    ).toBeLessThanOrEqual(360);
  });

  test('shows a lead as it arrives, without a reload', async ({ page }) => {
    await openPanel(page, '?section=quotes&sort=-createdAt');
    await expect(page.getByText(/of \d+/)).toBeVisible();
    const name = await sendQuote(page);
    await expect(row(page, name)).toBeVisible();
  });

  test('has quick actions, View Site, and initials', async ({ page }) => {
    await openPanel(page);
    for (const name of ['Add Service', 'Add Project', 'Write Blog', 'View Requests']) {
      await expect(main(page).getByRole('link', { name })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'View Site' })).toHaveAttribute('target', '_blank');
    await page.getByRole('button', { name: 'Account of Admin' }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  });
});

test.describe('quotes', () => {
  test.beforeEach(({ context }) => signInAsAdmin(context));

  test('are searched, opened beside the list, approved, noted, and found again by a link', async ({
    page,
  }) => {
    const name = await sendQuote(page);
    await openPanel(page, '?section=quotes');
    await page.getByRole('searchbox', { name: 'Search quotes' }).fill(name.toLowerCase());
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await row(page, name).getByRole('link', { name }).click();
    await expect(drawer(page)).toContainText('A site about a creature');
    const chat = drawer(page).getByRole('link', { name: 'WhatsApp' });
    await expect(chat).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/442079460958\?text=Hello%20Mary/,
    );

    await drawer(page).getByRole('button', { name: 'Approve' }).click();
    await expect(toasts(page)).toContainText('Quote status updated successfully');
    await expect(drawer(page).getByRole('button', { name: 'Approve' })).toBeDisabled();
    await drawer(page).getByLabel('Add a note').fill('Called, will call again');
    await drawer(page).getByRole('button', { name: 'Save note' }).click();
    await expect(drawer(page).getByText('Called, will call again')).toBeVisible();
    await expect(drawer(page).getByLabel('Add a note')).toHaveValue('');

    await page.reload();
    await expect(drawer(page)).toContainText('Called, will call again');
    await expect(drawer(page)).toContainText(`marked the quote from ${name} as approved`);
    await expectAccessible(page, ofDrawers, { hasToBeSure: false, widths: [390] });
    await drawer(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await expect(row(page, name).getByLabel(/^Status of/)).toHaveValue('Approved');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(row(page, name).getByRole('button', { name: /^Approve/ })).toBeDisabled();
  });

  test('are changed many at once, and any status from the dropdown', async ({ page }) => {
    const company = tag();
    const names = [await sendQuote(page, { company }), await sendQuote(page, { company })];
    await openPanel(page, `?section=quotes&search=${company}`);
    await expect(row(page, names[0] ?? '')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    const chosen = page.getByRole('region', { name: 'Chosen rows' });
    await expect(chosen).toContainText('2 chosen');
    await chosen.getByRole('button', { name: 'Rejected' }).click();
    await expect(toasts(page)).toContainText('Quote status updated successfully');
    await expect(page.getByText('Rejected 2')).toBeVisible();

    const first = names[0] ?? '';
    await page.getByRole('combobox', { name: `Status of the quote from ${first}` }).click();
    await page.getByRole('option', { name: 'Contacted' }).click();
    await expect(page.getByText('Contacted 1')).toBeVisible();
    await page.getByText('Contacted 1').click();
    await expect(row(page, first)).toBeVisible();
    await expect(row(page, names[1] ?? '')).toHaveCount(0);
    expect(new URL(page.url()).searchParams.get('status')).toBe('contacted');
  });

  test('say so where a change did not work, and where there are none', async ({ page, noise }) => {
    noise.allow(failedRequest);
    const name = await sendQuote(page);
    await openPanel(page, `?section=quotes&search=${name}`);
    await page.route('**/api/trpc/admin.quotes.setStatuses**', (route) => route.abort());
    await row(page, name)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(toasts(page)).toContainText('Failed to update quote status');
    await openPanel(page, '?section=quotes&search=nothing-like-this');
    await expect(page.getByText('No quotes found', { exact: true })).toBeVisible();
  });

  test('one of a client becomes their service request, which they see', async ({
    page,
    context,
    browser,
  }) => {
    const person = somebody();
    const name = await sendQuote(page, { email: person.email });
    const theirs = await browser.newContext();
    await signUp(theirs, person);
    await openPanel(page, `?section=quotes&search=${name}`);
    await row(page, name).getByRole('link', { name }).click();
    await drawer(page).getByRole('button', { name: 'Make it a service request' }).click();
    await expect(toasts(page)).toContainText('Service request created successfully');
    await expect(heading(page, 'Service Requests')).toBeVisible();
    await expect(drawer(page)).toContainText('Marketing Website');

    await drawer(page).getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'In progress' }).click();
    await expect(toasts(page)).toContainText('Service request status updated successfully');
    await drawer(page).getByLabel('Note to the client').fill('We begin on Monday');
    await drawer(page).getByRole('button', { name: 'Send note' }).click();
    await expect(toasts(page)).toContainText('The client was told');
    await expect(drawer(page)).toContainText('Now in progress');

    const client = await theirs.newPage();
    await client.goto('/dashboard/requests');
    await client
      .getByRole('link', { name: /Marketing Website/ })
      .first()
      .click();
    await expect(client.getByRole('main')).toContainText('We begin on Monday');
    await theirs.close();
    void context;
  });
});

test.describe('messages', () => {
  test.beforeEach(({ context }) => signInAsAdmin(context));

  test('are read, replied to from here, and by a mail draft', async ({ page }) => {
    const lastName = `Hopper${tag()}`;
    await page.request.post('/api/contact', {
      data: {
        firstName: 'Grace',
        lastName,
        email: uniqueEmail(),
        service: 'website',
        message: 'Our shop is slow, and we want to know why',
      },
    });
    await openPanel(page, `?section=messages&search=${lastName}`);
    await row(page, lastName)
      .getByRole('button', { name: /^Mark Read: the message/ })
      .click();
    await expect(toasts(page)).toContainText('Message status updated successfully');
    await row(page, lastName).getByRole('link').first().click();
    const draft = drawer(page).getByRole('link', { name: 'Reply via Email' });
    await expect(draft).toHaveAttribute('href', /^mailto:.*subject=Kestrel.*body=Hello%20Grace/);
    await drawer(page).getByLabel('Reply from here').fill('It is the pictures.');
    await drawer(page).getByRole('button', { name: 'Send reply' }).click();
    await expect(toasts(page)).toContainText('Your reply is on its way');
    await expect(drawer(page)).toContainText('An answer to your message');
    await expect(drawer(page).getByRole('button', { name: 'Mark Read' })).toBeDisabled();
  });
});

test('a client who is disabled is out at once', async ({ page, context, browser }) => {
  await signInAsAdmin(context);
  const theirs = await browser.newContext();
  const person = await signUp(theirs);
  await openPanel(page, `?section=users&search=${person.email}`);
  await row(page, person.email).getByRole('link').click();
  await drawer(page).getByRole('button', { name: 'Disable account' }).click();
  await expect(toasts(page)).toContainText('The account is disabled');
  expect((await theirs.request.get('/api/auth/user')).status()).toBe(401);
  await drawer(page).getByRole('button', { name: 'Enable account' }).click();
  await expect(drawer(page).getByRole('button', { name: 'Disable account' })).toBeVisible();
  await theirs.close();
});

test('a payment is refunded in part, and its client’s total says so', async ({ page, context }) => {
  await signInAsAdmin(context);
  // One of the samples that a new demo comes with.
  await openPanel(page, '?section=payments&search=anders');
  const first = page.getByRole('row').filter({ hasText: 'Anders' }).first();
  await first.getByRole('button', { name: /^Refund Anders/ }).click();
  await drawer(page).getByLabel('Amount').fill('40.50');
  await drawer(page).getByRole('button', { name: 'Refund $40.50' }).click();
  await expect(toasts(page)).toContainText('Payment refunded successfully');
  await expect(first).toContainText('$40.50');
  await first.getByRole('link').click();
  await expect(drawer(page)).toContainText('$409.50');
  await openPanel(page, '?section=payments&tab=events');
  await expect(page.getByRole('row').filter({ hasText: 'charge.refunded' }).first()).toBeVisible();
});

test('a payment at an unknown price that is disputed says both', async ({
  browser,
  page,
  context,
  sql,
}) => {
  const { email } = await signUp(await browser.newContext());
  const note = 'Paid at a price this site does not know: price_by_hand';
  await sql`
    with made as (
      insert into subscriptions (user_id, cycle, amount_cents, currency, status, note, stripe_subscription_id)
      select id, 'monthly', 7700, 'USD', 'active', ${note}, 'sub_' || id from users where email = ${email}
      returning id, user_id
    )
    insert into payments
      (user_id, subscription_id, description, amount_cents, currency, status, dispute, stripe_invoice_id, paid_at)
    select user_id, id, 'Subscription, monthly', 7700, 'USD', 'completed', 'needs_response', 'in_' || user_id, now()
    from made`;
  const event = `evt_${tag()}`;
  await sql`
    insert into stripe_events (id, type, payload, created_at, applied_at, note)
    values (${event}, 'customer.subscription.updated', '{}', now(), now(), ${note})`;
  await signInAsAdmin(context);
  await openPanel(page, `?section=payments&search=${encodeURIComponent(email)}`);
  await expect(row(page, '$77')).toContainText(note);
  await expect(row(page, '$77')).toContainText('Disputed by the bank: answer at Stripe');
  await openPanel(page, `?section=payments&tab=events&search=${event}`);
  await expect(row(page, 'customer.subscription.updated')).toContainText(note);
});
