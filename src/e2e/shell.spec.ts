import { categories, categoryLabels } from '~/contract/services/categories';
import {
  awake,
  entryScript,
  expect,
  failedRequest,
  holdBack,
  open,
  serviceCalls,
  test,
} from './fixtures';

const scrollTo = (y: number) => window.scrollTo({ top: y, behavior: 'instant' });

test.describe('the bar', () => {
  test('turns solid past ten pixels on the landing page', async ({ page }) => {
    await open(page, '/');
    const bar = page.getByRole('banner');
    await expect(bar).toHaveAttribute('data-solid', 'false');
    await page.evaluate(scrollTo, 11);
    await expect(bar).toHaveAttribute('data-solid', 'true');
    await expect(bar).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.evaluate(scrollTo, 10);
    await expect(bar).toHaveAttribute('data-solid', 'false');
    await expect(bar).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

    // Anywhere else it is solid at once, and transparent again on the way home.
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByText('Services').click();
    await expect(page).toHaveURL('/services');
    await expect(bar).toHaveAttribute('data-solid', 'true');
    await main.getByText('Home').click();
    await expect(page).toHaveURL('/');
    await expect(bar).toHaveAttribute('data-solid', 'false');
  });

  test('is solid in the first HTML of every other page', async ({ request }) => {
    for (const path of ['/services', '/services/brand-identity', '/nowhere']) {
      expect(await (await request.get(path)).text()).toContain('data-solid="true"');
    }
    expect(await (await request.get('/')).text()).toContain('data-solid="false"');
  });

  test('leads everywhere, and says where one is', async ({ page }) => {
    await open(page, '/');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
    await expect(links).toHaveText([
      'Services',
      'Home',
      'About Us',
      'Portfolio',
      'Blog',
      'Contact',
    ]);
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(addresses).toEqual(['/services', '/', '/about', '/portfolio', '/blog', '/contact']);
    await expect(here).toHaveText(['Home']);
    await links.filter({ hasText: 'Services' }).click();
    await expect(here).toHaveText(['Services']);
    await page.getByRole('link', { name: 'More Details: Brand Identity' }).click();
    await expect(page).toHaveURL('/services/brand-identity');
    await expect(here).toHaveText(['Services']);
    await page.getByRole('link', { name: 'Kestrel, home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('the menu of a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('closes by its link, by a click elsewhere and by Escape', async ({ page }) => {
    await open(page, '/');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    const button = page.locator('summary');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu).toBeHidden();

    await button.click();
    await expect(menu.getByRole('link')).toHaveText([
      'Services',
      'Home',
      'About Us',
      'Portfolio',
      'Blog',
      'Contact',
    ]);
    await page.mouse.click(195, 800);
    await expect(menu).toBeHidden();

    await button.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await menu.getByText('Services').click();
    await expect(page).toHaveURL('/services');
    await expect(menu).toBeHidden();
  });

  test('opens and leads on before any script has run', async ({ page }) => {
    await holdBack(page, entryScript);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('summary').click();
    const link = page.getByRole('navigation', { name: 'Menu' }).getByText('Services');
    await expect(link).toBeVisible();
    await link.click({ noWaitAfter: true });
    await expect(page).toHaveURL('/services');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and prices');
  });
});

test.describe('the theme', () => {
  const paper = { light: 'rgb(251, 248, 242)', dark: 'rgb(17, 19, 22)' };

  test('follows the system until one is chosen, which is then kept', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, '/services');
    const body = page.locator('body');
    await expect(body).toHaveCSS('background-color', paper.dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(body).toHaveCSS('background-color', paper.light);
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');

    const button = page.getByRole('button', { name: 'Switch theme' });
    await button.click();
    await expect(body).toHaveCSS('background-color', paper.dark);
    await button.click();
    await expect(body).toHaveCSS('background-color', paper.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(body).toHaveCSS('background-color', paper.light);

    // Set before there is anything to paint, and without the scripts that come later.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        document.documentElement.dataset.themeAtBody = document.documentElement.dataset.theme;
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    const gate = await holdBack(page, entryScript);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme-at-body', 'light');
    await expect(body).toHaveCSS('background-color', paper.light);
    gate.open();
    await awake(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
});

test.describe('the way past the bar', () => {
  test('leads to the content', async ({ page }) => {
    await open(page, '/services');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'All', exact: true })).toBeFocused();
  });
});

test.describe('an address that leads nowhere', () => {
  test('says so, and leads home', async ({ page, noise }) => {
    noise.allow(failedRequest);
    const answer = await page.goto('/nowhere/at/all');
    expect(answer?.status()).toBe(404);
    await awake(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: /home/ }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/hover/);
  });
});

test.describe('the footer', () => {
  test('leads to services, company and legal pages', async ({ page }) => {
    await open(page, '/services');
    const footer = page.getByRole('contentinfo');
    const hrefs = (name: string) =>
      footer
        .getByRole('navigation', { name })
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));
    expect(await hrefs('Services')).toEqual([
      ...categories.map((one) => [categoryLabels[one], `/services?category=${one}`]),
      ['Plans and pricing', '/pricing'],
    ]);
    expect(await hrefs('Company')).toEqual([
      ['About', '/about'],
      ['Portfolio', '/portfolio'],
      ['Blog', '/blog'],
      ['Contact', '/contact'],
      ['Careers', '/careers'],
    ]);
    for (const path of ['/privacy', '/terms', '/cookies']) {
      await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
    }
    await expect(footer).toContainText('hello@kestrel.example');
    await expect(footer).toContainText('+1 (555) 010-0142');
    await expect(footer).toContainText('48 Ropewalk Lane');

    await footer.getByText('Branding & Design').click();
    await expect(page).toHaveURL('/services?category=branding');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Brand Identity',
    ]);
  });
});

test.describe('going from page to page', () => {
  test('begins when a link is hovered over, and asks once', async ({ page }) => {
    await open(page, '/services');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('services.get')) asked.push(request.url());
    });
    const link = page.getByRole('link', { name: 'More Details: Brand Identity' });
    const [request] = await Promise.all([page.waitForRequest(serviceCalls), link.hover()]);
    await request.response();
    await expect(page).toHaveURL('/services');
    await link.click();
    await expect(page.getByRole('heading', { name: 'About This Service' })).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test('shows that it takes its time', async ({ page }) => {
    await open(page, '/services');
    const gate = await holdBack(page, serviceCalls);
    await page.getByRole('link', { name: 'More Details: Brand Identity' }).click();
    const progress = page.getByRole('progressbar', { name: 'Loading page' });
    await expect(progress).toBeVisible();
    gate.open();
    await expect(page.getByRole('heading', { name: 'About This Service' })).toBeVisible();
    await expect(progress).toHaveCount(0);
  });

  test('begins at the top, and comes back to where one was', async ({ page }) => {
    await open(page, '/services');
    await page.evaluate(scrollTo, 700);
    const link = page.getByRole('link', { name: 'More Details: Brand Identity' });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(100);
    await link.click();
    await expect(page.getByRole('heading', { name: 'About This Service' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(link).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(before, -1);
  });

  test('renames the page', async ({ page }) => {
    await open(page, '/');
    await expect(page).toHaveTitle(/^Kestrel: /);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Services').click();
    await expect(page).toHaveTitle('Services and prices | Kestrel');
  });
});
