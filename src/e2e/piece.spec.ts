import type { Page } from '@playwright/test';

import { categoryLabels } from '~/contract/services/categories';
import { abort, expect, failedRequest, holdBack, open, tabTo, test, toasts } from './fixtures';
import { expectAccessible, expectHead, expectTabOrder, expectToFit } from './page-checks';
import { allPieces, neighbours, type Piece, pieceCalls, pieceOf, viewProject } from './pieces';

const slug = 'skerrow-ferries';
const path = `/portfolio/${slug}`;

const chapter = (page: Page, name: string) =>
  page
    .getByRole('article')
    .locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) });

async function expectStory(page: Page, piece: Piece) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(piece.title);
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    'Problem',
    'What we did',
    'Result',
    'Made with',
  ]);
  const chapters = { Problem: piece.problem, 'What we did': piece.approach, Result: piece.result };
  for (const [name, text] of Object.entries(chapters)) {
    const paragraphs = text.split('\n\n');
    expect(paragraphs.length).toBeGreaterThan(1);
    await expect(chapter(page, name).getByRole('paragraph')).toHaveText(paragraphs);
  }
  // All of them, not the three that a card has.
  await expect(chapter(page, 'Made with').getByRole('listitem')).toHaveText(piece.technologies);
}

test.describe('the page of a piece of work', () => {
  test('has every part', async ({ page, sql }) => {
    const piece = await pieceOf(sql, slug);
    await open(page, path);
    await expectStory(page, piece);
    const hero = page.getByRole('article').locator('header');
    await expect(hero.getByText(categoryLabels[piece.category], { exact: true })).toBeVisible();
    await expect(hero.getByText(piece.description, { exact: true })).toBeVisible();
    await expect(hero.getByRole('term')).toHaveText([piece.outcome?.label ?? '', 'Client']);
    await expect(hero.getByRole('definition')).toHaveText([
      piece.outcome?.value ?? '',
      piece.client_name,
    ]);
    // No picture was sent: a drawn one stands in, and there is no gallery.
    await expect(hero.locator('svg')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Pictures' })).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'What does not work at yours?' }),
    ).not.toBeEmpty();
  });

  test('belongs to the portfolio, and leads back to it', async ({ page }) => {
    await open(page, path);
    await expect(
      page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]'),
    ).toHaveText(['Portfolio']);
    await page.getByRole('article').getByRole('link', { name: 'Portfolio', exact: true }).click();
    await expect(page).toHaveURL('/portfolio');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work, and what came of it');
  });

  test('leads to where the work can be seen, where it can be', async ({ page, sql }) => {
    const pieces = await allPieces(sql);
    expect(pieces.filter((piece) => piece.live_url)).not.toEqual([]);
    expect(pieces.filter((piece) => !piece.live_url && piece.project_url)).not.toEqual([]);
    expect(pieces.filter((piece) => !piece.live_url && !piece.project_url)).not.toEqual([]);
    for (const piece of pieces) {
      await open(page, `/portfolio/${piece.slug}`);
      await expectStory(page, piece);
      const links = chapter(page, 'Made with').getByRole('link');
      // None of the sample's clients shows its source; pages-content-changes.spec.ts has one that does.
      expect(piece.github_url).toBeNull();
      const liveUrl = piece.live_url ?? piece.project_url;
      await expect(links).toHaveText(liveUrl ? ['Visit the live site'] : []);
      if (!liveUrl) continue;
      await expect(links).toHaveAttribute('href', liveUrl);
      await expect(links).toHaveAttribute('rel', /\bnoopener\b/);
      // It opens where the reader chooses.
      await expect(links).not.toHaveAttribute('target');
    }
  });

  test('stands in a ring that can be walked both ways', async ({ page, sql }) => {
    const pieces = await allPieces(sql);
    expect(pieces.length).toBeGreaterThan(2);
    const [first] = pieces;
    if (!first) throw new Error('no portfolio');
    await open(page, `/portfolio/${first.slug}`);
    const walk = async (name: RegExp, round: Piece[]) => {
      for (const piece of round) {
        const link = neighbours(page).getByRole('link', { name });
        await expect(link).toContainText(piece.title);
        await expect(link).toContainText(piece.client_name);
        await link.click();
        await expect(page).toHaveURL(`/portfolio/${piece.slug}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(piece.title);
        await expect(page).toHaveTitle(`${piece.title} | Kestrel`);
        // Each is read from its beginning.
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      }
    };
    await walk(/^Next project/, [...pieces.slice(1), first]);
    await walk(/^Previous project/, [...pieces].reverse());
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pieces[1]?.title ?? '');
  });

  test('is found by number as well', async ({ page, request, sql }) => {
    for (const piece of await allPieces(sql)) {
      const answer = await request.get(`/portfolio/${piece.id}`, { maxRedirects: 0 });
      expect(answer.status()).toBe(301);
      expect(answer.headers().location).toBe(`/portfolio/${piece.slug}`);
    }
    const { id, title } = await pieceOf(sql, slug);
    await open(page, `/portfolio/${id}`);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  test('tells search engines and those who share it what it is', async ({ page, sql, baseURL }) => {
    for (const piece of await allPieces(sql)) {
      await page.goto(`/portfolio/${piece.slug}?utm_source=somewhere`);
      expect(piece.description.length).toBeLessThanOrEqual(160);
      await expectHead(page, {
        url: `${baseURL}/portfolio/${piece.slug}`,
        title: `${piece.title} | Kestrel`,
        description: piece.description,
        type: 'article',
      });
    }
  });

  test('fits every window', async ({ page, sql }) => {
    for (const piece of await allPieces(sql)) {
      await open(page, `/portfolio/${piece.slug}`);
      await expectToFit(page);
    }
  });

  test('needs no mouse', async ({ page, sql }) => {
    const [, second] = await allPieces(sql);
    await open(page, path);
    await expectTabOrder(page);
    await tabTo(page, neighbours(page).getByRole('link', { name: /^Next project/ }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/portfolio/${second?.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second?.title ?? '');
  });

  test('gives axe nothing to find', async ({ page }) => {
    await open(page, path);
    await expectAccessible(page);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of a piece can be read, and leads on', async ({ page, sql }) => {
    const [first, second] = await allPieces(sql);
    if (!first || !second) throw new Error('no portfolio');
    await page.goto(`/portfolio/${first.slug}`);
    await expectStory(page, first);
    await neighbours(page)
      .getByRole('link', { name: /^Next project/ })
      .click();
    await expect(page).toHaveURL(`/portfolio/${second.slug}`);
    await expectStory(page, second);
  });
});

test.describe('on a slow connection', () => {
  test('a piece is announced by its outline', async ({ page, sql }) => {
    const piece = await pieceOf(sql, slug);
    await open(page, '/portfolio');
    const gate = await holdBack(page, pieceCalls);
    await viewProject(page, piece).click();
    await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
    await expect(page.getByRole('status').getByText('Loading project')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    await expectToFit(page);
    gate.open();
    await expectStory(page, piece);
    await expect(page.getByText('Loading project')).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });
});

test.describe('a piece that cannot be loaded', () => {
  test('says so, and comes back with the connection', async ({ page, sql, noise }) => {
    noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
    const piece = await pieceOf(sql, slug);
    await open(page, '/portfolio');
    await page.route(pieceCalls, abort);
    await viewProject(page, piece).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Error Loading Portfolio');
    const advice = 'Unable to load the portfolio. Please try again later.';
    await expect(page.getByRole('main').getByText(advice)).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await expect(page.getByRole('alert')).toContainText('Error Loading Portfolio');
    await expect(page.getByRole('alert')).toContainText(advice);

    const again = page.getByRole('button', { name: 'Try again' });
    const [request] = await Promise.all([page.waitForRequest(pieceCalls), again.click()]);
    await expect.poll(() => request.failure()).not.toBeNull();
    await expect(heading).toHaveText('Error Loading Portfolio');
    await page.unroute(pieceCalls);
    await again.click();
    await expectStory(page, piece);
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(`${piece.title} | Kestrel`);
  });
});

test.describe('a piece that is not there', () => {
  test('is said to be gone, with the way to those that are', async ({ page, noise }) => {
    noise.allow(failedRequest);
    const answer = await page.goto('/portfolio/no-such-piece');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project Not Found');
    await expect(
      page.getByText("The project you're looking for doesn't exist or has been removed."),
    ).toBeVisible();
    await expect(page).toHaveTitle(/Project Not Found/);
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL('/portfolio');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work, and what came of it');
  });

  test('is so by number, and by what no slug can be', async ({ request }) => {
    for (const gone of ['0', '999999', '99999999999999', '%00', 'x'.repeat(500)]) {
      const answer = await request.get(`/portfolio/${gone}`);
      expect([gone, answer.status()]).toEqual([gone, 404]);
      expect(await answer.text()).toContain('Project Not Found');
    }
  });

  test('gives axe nothing to find', async ({ page, noise }) => {
    noise.allow(failedRequest);
    await open(page, '/portfolio/no-such-piece');
    await expectToFit(page);
    await expectAccessible(page);
  });

  test('leaves no answer lost when it wakes', async ({ page, noise }) => {
    noise.allow(failedRequest);
    for (const _ of [1, 2, 3]) {
      await open(page, '/portfolio/no-such-piece');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project Not Found');
    }
  });
});
