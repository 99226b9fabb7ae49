import {
  abort,
  expect,
  failedRequest,
  holdBack,
  open,
  plansCalls,
  type Sql,
  tabTo,
  test,
} from './fixtures';

const allPlans = (sql: Sql) => sql`
  select id, name, description, monthly_cents, yearly_cents, features, popular from plans
  where is_active and deleted_at is null order by position, id`;

const money = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;

test('every plan shows its price for the month, and leads to subscribing', async ({
  page,
  sql,
}) => {
  const plans = await allPlans(sql);
  await open(page, '/pricing');
  for (const plan of plans) {
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: plan.name }) });
    await expect(card).toContainText(`${money(plan.monthly_cents)} a month`);
    await expect(card).toContainText(plan.description);
    for (const feature of plan.features) await expect(card).toContainText(feature);
    await expect(card.getByRole('link')).toHaveAttribute(
      'href',
      `/subscribe?plan=${plan.id}&cycle=monthly`,
    );
    await expect(card.getByText('Most Popular')).toHaveCount(plan.name === 'Professional' ? 1 : 0);
  }
});

test('the switch works by keyboard, and its state is in the address', async ({ page, sql }) => {
  const plans = await allPlans(sql);
  await open(page, '/pricing');
  const toggle = page.getByRole('switch', { name: 'Pay by the year' });
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText('Save 20%')).toBeVisible();
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeFocused();
  await expect(page).toHaveURL('/pricing?cycle=yearly');
  for (const plan of plans) {
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: plan.name }) });
    await expect(card).toContainText(`${money(plan.yearly_cents)} a month`);
    await expect(card).toContainText(`${money(plan.yearly_cents * 12)} once a year`);
    await expect(card.getByRole('link')).toHaveAttribute(
      'href',
      `/subscribe?plan=${plan.id}&cycle=yearly`,
    );
  }
  await page.reload();
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(page).toHaveURL('/pricing');
});

test('questions are answered where they are asked', async ({ page }) => {
  await open(page, '/pricing');
  const questions = page.getByRole('region', { name: 'Before you pay' });
  const answers = questions.locator('details p');
  expect(await answers.count()).toBeGreaterThanOrEqual(4);
  await expect(answers.first()).toBeHidden();
  await questions.locator('summary').first().click();
  await expect(answers.first()).toBeVisible();
});

test('plans that cannot be loaded say so, and come back', async ({ page, noise }) => {
  noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
  await open(page, '/about');
  await page.route(plansCalls, abort);
  await page.getByRole('contentinfo').getByText('Plans and pricing').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Pricing');
  await expect(
    page.getByRole('main').getByText('Unable to load pricing plans. Please try again later.'),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Error Loading Pricing');
  await page.unroute(plansCalls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
});

test('plans on a slow connection are announced by their outline', async ({ page }) => {
  await open(page, '/about');
  const gate = await holdBack(page, plansCalls);
  await page.getByRole('contentinfo').getByText('Plans and pricing').click();
  await expect(page.getByRole('status').getByText('Loading plans')).toBeAttached();
  gate.open();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the switch works', async ({ page, sql }) => {
    const [plan] = await allPlans(sql);
    await page.goto('/pricing');
    await page.getByRole('switch').click();
    await expect(page).toHaveURL('/pricing?cycle=yearly');
    await expect(page.getByRole('main')).toContainText(`${money(plan?.yearly_cents)} a month`);
    await page.getByRole('switch').click();
    await expect(page.getByRole('main')).toContainText(`${money(plan?.monthly_cents)} a month`);
  });
});
