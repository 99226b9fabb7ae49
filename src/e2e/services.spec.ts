import { categories, categoryLabels } from '~/contract/services/categories';
import {
  abort,
  cardsCalls,
  entryScript,
  expect,
  failedRequest,
  holdBack,
  open,
  type Sql,
  serviceCalls,
  test,
  toasts,
} from './fixtures';

const allServices = (sql: Sql) => sql`
  select slug, name, description, price_cents, category from services
  where is_active and deleted_at is null order by position, id`;

const offered = ['All', ...categories.map((category) => categoryLabels[category])];

test.describe('the list', () => {
  test('shows every service with its price and the way to it', async ({ page, sql }) => {
    await open(page, '/services');
    const services = await allServices(sql);
    const cards = page.getByRole('main').getByRole('listitem');
    await expect(cards).toHaveCount(services.length);
    for (const [index, service] of services.entries()) {
      const card = cards.nth(index);
      await expect(card.getByRole('heading')).toHaveText(service.name);
      await expect(card).toContainText(
        categoryLabels[service.category as keyof typeof categoryLabels],
      );
      await expect(card).toContainText(service.description);
      await expect(card).toContainText(
        `Starting at $${(service.price_cents / 100).toLocaleString('en-US')}`,
      );
    }
    await cards.first().getByText('More Details').click();
    await expect(page).toHaveURL(`/services/${services[0]?.slug}`);
    await expect(page.getByRole('heading', { name: 'About This Service' })).toBeVisible();
  });

  test('is filtered by category, in the address, with a way back', async ({ page, sql }) => {
    const services = await allServices(sql);
    const named = (category: string) =>
      services.filter((one) => one.category === category).map((one) => one.name);
    await open(page, '/services');
    const filter = page.getByRole('form', { name: 'Filter by category' });
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    const pressed = filter.locator('[aria-pressed=true]');
    await expect(filter.getByRole('button')).toHaveText(offered);
    await expect(pressed).toHaveText('All');

    await filter.getByRole('button', { name: 'Digital Marketing' }).click();
    await expect(page).toHaveURL('/services?category=marketing');
    await expect(names).toHaveText(named('marketing'));
    await expect(pressed).toHaveText('Digital Marketing');

    await filter.getByRole('button', { name: 'Branding & Design' }).click();
    await expect(names).toHaveText(named('branding'));
    await page.goBack();
    await expect(page).toHaveURL('/services?category=marketing');
    await expect(names).toHaveText(named('marketing'));
    await page.reload();
    await expect(names).toHaveText(named('marketing'));

    await filter.getByRole('button', { name: 'All', exact: true }).click();
    await expect(page).toHaveURL('/services');
    await expect(names).toHaveCount(services.length);
  });

  test('is filtered before any script has run', async ({ page }) => {
    await holdBack(page, entryScript);
    await page.goto('/services', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Branding & Design' }).click({ noWaitAfter: true });
    await expect(page).toHaveURL('/services?category=branding');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Brand Identity',
    ]);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the list is there, and its filter works', async ({ page }) => {
    await page.goto('/services');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).not.toHaveCount(0);
    await page.getByRole('button', { name: 'E-Commerce' }).click();
    await expect(page).toHaveURL('/services?category=ecommerce');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Online Store',
    ]);
  });
});

/** A page of one service has not asked for the list yet. */
const elsewhere = '/services/brand-identity';

test.describe('on a slow connection', () => {
  test('the list is announced by its outline', async ({ page }) => {
    await open(page, elsewhere);
    const gate = await holdBack(page, cardsCalls);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Services').click();
    await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
    await expect(page.getByRole('status').getByText('Loading services')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and prices');
    gate.open();
    await expect(page.getByRole('heading', { name: 'Brand Identity' })).toBeVisible();
    await expect(page.getByText('Loading services')).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });
});

test.describe('when it cannot be loaded', () => {
  test('says so, and comes back with the connection', async ({ page, noise }) => {
    noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
    await open(page, elsewhere);
    await page.route(cardsCalls, abort);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Services').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Services');
    await expect(
      page.getByRole('main').getByText('Unable to load services. Please try again later.'),
    ).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await expect(page.getByRole('alert')).toContainText('Error Loading Services');
    await expect(page.getByRole('alert')).toContainText(
      'Unable to load services. Please try again later.',
    );

    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(again).toBeVisible();
    await page.unroute(cardsCalls);
    await again.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and prices');
    await expect(page.getByRole('heading', { name: 'Brand Identity' })).toBeVisible();

    // A page without words of its own for this stays in the layout too.
    await page.route(serviceCalls, abort);
    await page.getByRole('link', { name: 'More Details: Online Store' }).click();
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
});
