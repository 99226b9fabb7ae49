import type { Page } from '@playwright/test';

import { expect, open } from './fixtures';
import { scrolled, scrollPage } from './page-checks';
import { allPieces, neighbours, type Piece, viewProject } from './pieces';
import { test } from './shared-page';

const title = 'Work, and what came of it';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** What is drawn in each mark of the content. */
const marks = (page: Page) =>
  page
    .getByRole('main')
    .locator('svg[viewBox="0 0 320 200"]')
    .evaluateAll((all) => all.map((mark) => mark.innerHTML));

test('the portfolio has the same marks, drawn by the server or by the page', async ({ page }) => {
  await open(page, '/portfolio');
  const drawnByServer = await marks(page);
  expect(drawnByServer.length).toBeGreaterThan(2);
  expect(drawnByServer.every((drawing) => drawing.includes('<path'))).toBe(true);

  await open(page, '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click();
  await expect(heading(page)).toHaveText(title);
  await expect.poll(() => marks(page)).toEqual(drawnByServer);
});

test('the portfolio leads to each piece and is where one left it, both ways', async ({
  page,
  sql,
}) => {
  const pieces = await allPieces(sql);
  const piece = pieces.at(-2) as Piece;
  await open(page, '/portfolio');
  const link = viewProject(page, piece);
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL(`/portfolio/${piece.slug}`);
  await expect(heading(page)).toHaveText(piece.title);
  await expect.poll(() => scrolled(page)).toBe(0);
  await scrollPage(page, 600);
  await expect.poll(() => scrolled(page)).toBe(600);

  await page.goBack();
  await expect(heading(page)).toHaveText(title);
  await expect.poll(() => scrolled(page)).toBeCloseTo(before, -1);
  await page.goForward();
  await expect(heading(page)).toHaveText(piece.title);
  await expect.poll(() => scrolled(page)).toBeCloseTo(600, -1);
});

test('a piece leads on around the ring, each read from its beginning', async ({ page, sql }) => {
  const pieces = await allPieces(sql);
  const [first, second] = pieces.slice() as [Piece, Piece];
  const last = pieces.at(-1) as Piece;
  await open(page, `/portfolio/${last.slug}`);
  const steps: [RegExp, Piece][] = [
    [/^Next project/, first],
    [/^Next project/, second],
    [/^Previous project/, first],
    [/^Previous project/, last],
  ];
  for (const [name, piece] of steps) {
    await neighbours(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/portfolio/${piece.slug}`);
    await expect(heading(page)).toHaveText(piece.title);
    await expect(page).toHaveTitle(`${piece.title} | Kestrel`);
    await expect.poll(() => scrolled(page)).toBe(0);
  }
  await page.goBack();
  await expect(heading(page)).toHaveText(first.title);
});

test('a piece is found by number as well', async ({ page, sql }) => {
  const [first] = (await allPieces(sql)).slice() as [Piece];
  await open(page, `/portfolio/${first.id}`);
  await expect(page).toHaveURL(`/portfolio/${first.slug}`);
  await expect(heading(page)).toHaveText(first.title);
});
