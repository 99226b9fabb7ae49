import type { Locator, Page } from '@playwright/test';

import {
  abort,
  entryScript,
  expect,
  failedRequest,
  holdBack,
  open,
  type Sql,
  tabTo,
  test,
  toasts,
} from './fixtures';
import {
  expectAccessible,
  expectHead,
  expectTabOrder,
  expectToFit,
  scrolled,
  scrollPage,
} from './page-checks';
import { allPieces, type Piece, portfolioCalls, viewProject } from './pieces';

const title = 'Work, and what came of it';

/** As the page has them: two in front, and all that is left. */
async function arranged(sql: Sql): Promise<{ featured: Piece[]; others: Piece[] }> {
  const pieces = await allPieces(sql);
  const featured = pieces.filter((piece) => piece.featured).slice(0, 2);
  return { featured, others: pieces.filter((piece) => !featured.includes(piece)) };
}

const featuredCards = (page: Page) =>
  page.getByRole('list', { name: 'Featured work' }).locator('> li');
const otherCards = (page: Page) =>
  page.getByRole('region', { name: 'More work' }).locator('> ul > li');

async function expectCard(card: Locator, piece: Piece, level: number) {
  await expect(card.getByRole('heading', { level })).toHaveText(piece.title);
  await expect(card.getByText(piece.client_name, { exact: true })).toBeVisible();
  await expect(card.getByText(piece.description, { exact: true })).toBeVisible();
  if (piece.outcome) {
    await expect(card).toContainText(`${piece.outcome.value} ${piece.outcome.label}`);
  }
  const { technologies } = piece;
  expect(technologies.length).toBeGreaterThan(3);
  await expect(card.getByRole('list', { name: 'Technologies' }).getByRole('listitem')).toHaveText([
    ...technologies.slice(0, 3),
    `+${technologies.length - 3} more`,
  ]);
}

/** What is drawn in each mark of the content. */
const marks = (page: Page) =>
  page
    .getByRole('main')
    .locator('svg[viewBox="0 0 320 200"]')
    .evaluateAll((all) => all.map((mark) => mark.innerHTML));

test.describe('the portfolio', () => {
  test('has the same marks, whether one comes from elsewhere or from within', async ({ page }) => {
    await open(page, '/portfolio');
    const drawnByServer = await marks(page);
    expect(drawnByServer.length).toBeGreaterThan(2);
    expect(drawnByServer.every((drawing) => drawing.includes('<path'))).toBe(true);

    await open(page, '/about');
    await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(() => marks(page)).toEqual(drawnByServer);
  });

  test('shows two featured pieces and then all others, each once', async ({ page, sql }) => {
    const { featured, others } = await arranged(sql);
    const inAll = [...featured, ...others];
    // More could be featured than there is room for.
    expect(inAll.filter((piece) => piece.featured).length).toBeGreaterThan(2);
    await open(page, '/portfolio');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(featuredCards(page)).toHaveCount(2);
    for (const [index, piece] of featured.entries()) {
      await expectCard(featuredCards(page).nth(index), piece, 2);
    }
    await expect(otherCards(page)).toHaveCount(others.length);
    for (const [index, piece] of others.entries()) {
      await expectCard(otherCards(page).nth(index), piece, 3);
    }
    // Their clients sent no pictures: each has one that was drawn for it.
    await expect(page.getByRole('main').locator('li svg')).toHaveCount(inAll.length);
  });

  test('leads from each card to its piece', async ({ page, sql }) => {
    await open(page, '/portfolio');
    for (const piece of await allPieces(sql)) {
      await viewProject(page, piece).click();
      await expect(page).toHaveURL(`/portfolio/${piece.slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(piece.title);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });

  test('leads on before any script has run', async ({ page, sql }) => {
    const [first] = await allPieces(sql);
    await holdBack(page, entryScript);
    await page.goto('/portfolio', { waitUntil: 'commit' });
    await page.getByText('View Project').first().click({ noWaitAfter: true });
    await expect(page).toHaveURL(`/portfolio/${first?.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
  });

  test('ends with the ways to ask', async ({ page }) => {
    await open(page, '/portfolio');
    const invitation = page.getByRole('region', { name: 'What does not work at yours?' });
    await expect(invitation.getByRole('link', { name: 'Start a conversation' })).toHaveAttribute(
      'href',
      '/contact',
    );
    await expect(invitation.getByRole('link', { name: 'hello@kestrel.example' })).toHaveAttribute(
      'href',
      'mailto:hello@kestrel.example',
    );
    await invitation.getByRole('link', { name: 'Services and prices' }).click();
    await expect(page).toHaveURL('/services');
  });

  test('is where one was left, both ways', async ({ page, sql }) => {
    const piece = (await allPieces(sql)).at(-2);
    if (!piece) throw new Error('no portfolio');
    await open(page, '/portfolio');
    const link = viewProject(page, piece);
    await link.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(500);
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(piece.title);
    await expect.poll(() => scrolled(page)).toBe(0);
    await scrollPage(page, 600);
    await expect.poll(() => scrolled(page)).toBe(600);

    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect.poll(() => scrolled(page)).toBeCloseTo(before, -1);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(piece.title);
    await expect.poll(() => scrolled(page)).toBeCloseTo(600, -1);
  });

  test('tells search engines and those who share it what it is', async ({ page, baseURL }) => {
    await page.goto('/portfolio?utm_source=somewhere');
    await expectHead(page, {
      url: `${baseURL}/portfolio`,
      title: 'Portfolio: work and what came of it | Kestrel',
      description:
        'Websites, shops, campaigns and identities as case studies: what did not work, what was done about it, and what changed, in figures.',
      type: 'website',
    });
  });

  test('fits every window', async ({ page }) => {
    await open(page, '/portfolio');
    await expectToFit(page);
  });

  test('needs no mouse', async ({ page, sql }) => {
    const piece = (await allPieces(sql)).at(-1);
    if (!piece) throw new Error('no portfolio');
    await open(page, '/portfolio');
    await expectTabOrder(page);
    await tabTo(page, viewProject(page, piece));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/portfolio/${piece.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(piece.title);
  });

  test('gives axe nothing to find', async ({ page }) => {
    await open(page, '/portfolio');
    await expectAccessible(page);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the portfolio can be read, and leads on', async ({ page, sql }) => {
    const { featured, others } = await arranged(sql);
    await page.goto('/portfolio');
    for (const [index, piece] of featured.entries()) {
      await expectCard(featuredCards(page).nth(index), piece, 2);
    }
    for (const [index, piece] of others.entries()) {
      await expectCard(otherCards(page).nth(index), piece, 3);
    }
    await otherCards(page).last().getByText('View Project').click();
    await expect(page).toHaveURL(`/portfolio/${others.at(-1)?.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(others.at(-1)?.title ?? '');
  });
});

/** A page that has not asked for the portfolio yet. */
const elsewhere = '/services/brand-identity';
const goThere = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByText('Portfolio').click();

test.describe('on a slow connection', () => {
  test('the portfolio is announced by its outline', async ({ page }) => {
    await open(page, elsewhere);
    const gate = await holdBack(page, portfolioCalls);
    await goThere(page);
    await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
    await expect(page.getByRole('status').getByText('Loading portfolio')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('View Project')).toHaveCount(0);
    // The bar that says so lies in none of the page's landmarks.
    await expectAccessible(page, ['region']);
    await expectToFit(page);
    gate.open();
    await expect(featuredCards(page)).toHaveCount(2);
    await expect(page.getByText('Loading portfolio')).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page).toHaveTitle('Portfolio: work and what came of it | Kestrel');
  });
});

test.describe('when it cannot be loaded', () => {
  const failure = 'Error Loading Portfolio';
  const advice = 'Unable to load the portfolio. Please try again later.';

  test.beforeEach(async ({ page, noise }) => {
    noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
    await open(page, elsewhere);
    await page.route(portfolioCalls, abort);
    await goThere(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(failure);
  });

  test('says so, and comes back with the connection', async ({ page }) => {
    await expect(page.getByRole('main').getByText(advice)).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await expect(page.getByRole('alert')).toContainText(failure);
    await expect(page.getByRole('alert')).toContainText(advice);

    const again = page.getByRole('button', { name: 'Try again' });
    const [request] = await Promise.all([page.waitForRequest(portfolioCalls), again.click()]);
    await expect.poll(() => request.failure()).not.toBeNull();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(failure);
    await page.unroute(portfolioCalls);
    await again.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(featuredCards(page)).toHaveCount(2);
  });

  test('is asked for anew when one comes back', async ({ page }) => {
    await page.unroute(portfolioCalls);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Services').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and prices');
    await goThere(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(featuredCards(page)).toHaveCount(2);
  });

  test('gives axe nothing to find', async ({ page }) => {
    await expectAccessible(page);
  });
});
