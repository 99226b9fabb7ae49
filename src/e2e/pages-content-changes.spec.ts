import type { Locator, Page } from '@playwright/test';
import type { About } from '~/contract/settings/settings-schema';

import { awake, expect, failedRequest, open, type Sql, test } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { allPieces, neighbours, viewProject } from './pieces';

/*
 * What an admin changes in the portfolio and on the page about the agency, made here by SQL. Every
 * visitor sees it, so these run alone and one after the other, and put back what they changed.
 */

interface Draft {
  slug: string;
  title?: string;
  description?: string;
  category?: string;
  client_name?: string;
  position?: number;
  project_url?: string;
  live_url?: string;
  github_url?: string;
  images?: string[];
  technologies?: string[];
  featured?: boolean;
  problem?: string;
  result?: string;
}

/** Pieces of work ahead of all others, for as long as `use` takes. */
async function withPieces(sql: Sql, drafts: Draft[], use: () => Promise<void>): Promise<void> {
  const slugs = drafts.map((draft) => draft.slug);
  try {
    for (const { images = [], technologies = [], ...draft } of drafts) {
      const row = {
        title: draft.slug,
        description: 'What it is, in a line',
        client_name: 'A Client',
        position: 0,
        ...draft,
        images: sql.json(images),
        technologies: sql.json(technologies),
      };
      await sql`insert into portfolio_items ${sql(row)}`;
    }
    await use();
  } finally {
    await sql`delete from portfolio_items where slug in ${sql(slugs)}`;
  }
}

/** Only these are left of the portfolio, for as long as `use` takes. */
async function withOnly(sql: Sql, slugs: string[], use: () => Promise<void>): Promise<void> {
  await sql`update portfolio_items set deleted_at = now() where slug <> all(${slugs})`;
  try {
    await use();
  } finally {
    await sql`update portfolio_items set deleted_at = null`;
  }
}

async function withSetting(
  sql: Sql,
  key: string,
  change: (value: never) => unknown,
  use: () => Promise<void>,
): Promise<void> {
  const [row] = await sql<{ value: never }[]>`select value from settings where key = ${key}`;
  if (!row) throw new Error(`There is no setting ${key}`);
  const write = (value: unknown) =>
    sql`update settings set value = ${sql.json(value as never)} where key = ${key}`;
  await write(change(structuredClone(row.value)));
  try {
    await use();
  } finally {
    await write(row.value);
  }
}

/** A change is on the next page load, give or take the moment it needs to become known. */
async function openWith(page: Page, path: string, news: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(news).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 7_000 });
  await awake(page);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a piece that can be seen in every way leads to all of them', async ({ page, sql }) => {
  const draft: Draft = {
    slug: 'seen-piece',
    title: 'A Piece to See',
    project_url: 'https://project.example',
    live_url: 'https://live.example/now',
    github_url: 'https://github.example/seen/piece',
    images: ['/favicon.svg', '/favicon.svg?second', '/favicon.svg?third'],
    technologies: ['One', 'Two', 'Three', 'Four'],
    problem: 'What was wrong',
  };
  await withPieces(sql, [draft], async () => {
    await openWith(page, '/portfolio/seen-piece', heading(page, 'A Piece to See'));
    const live = page.getByRole('link', { name: 'Visit the live site' });
    const source = page.getByRole('link', { name: 'Read the source code' });
    // Where it lives is newer than what the project once was.
    await expect(live).toHaveAttribute('href', 'https://live.example/now');
    await expect(source).toHaveAttribute('href', 'https://github.example/seen/piece');
    for (const link of [live, source]) {
      await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
      await expect(link).not.toHaveAttribute('target');
    }
    await expect(
      page.getByRole('main').getByRole('link', { name: /project\.example/ }),
    ).toHaveCount(0);

    // The first picture is the cover, the others are shown below.
    await expect(page.getByRole('article').locator('header img')).toHaveAttribute(
      'src',
      '/favicon.svg',
    );
    const pictures = page.getByRole('region', { name: 'Pictures' }).getByRole('link');
    await expect(pictures).toHaveCount(2);
    for (const [index, name] of ['second', 'third'].entries()) {
      await expect(pictures.nth(index)).toHaveAttribute('href', `/favicon.svg?${name}`);
      await expect(pictures.nth(index).getByRole('img')).toHaveAccessibleName(
        `A Piece to See, view ${index + 2}`,
      );
    }
    await expectToFit(page);
    await expectAccessible(page);
  });
});

test('a piece that says little has a page of what it has', async ({ page, sql }) => {
  const drafts = [
    { slug: 'bare-piece', title: 'A Bare Piece' },
    { slug: 'linked-piece', title: 'A Linked Piece', github_url: 'https://github.example/bare' },
  ];
  await withPieces(sql, drafts, async () => {
    await openWith(page, '/portfolio/bare-piece', heading(page, 'A Bare Piece'));
    const article = page.getByRole('article');
    await expect(article).toContainText('What it is, in a line');
    await expect(article).toContainText('A Client');
    await expect(article.getByRole('heading', { level: 2 })).toHaveCount(0);
    await expect(article.getByRole('link')).toHaveText(['Portfolio']);
    await expectAccessible(page);

    await openWith(page, '/portfolio/linked-piece', heading(page, 'A Linked Piece'));
    await expect(article.getByRole('heading', { level: 2 })).toHaveText(['See for yourself']);
    await expect(article.getByRole('link')).toHaveText(['Portfolio', 'Read the source code']);
  });
});

test('a card counts the technologies that it leaves out, if any', async ({ page, sql }) => {
  const all = ['One', 'Two', 'Three', 'Four'];
  const counts = [0, 1, 3, 4];
  const drafts = counts.map((count) => ({
    slug: `piece-of-${count}`,
    technologies: all.slice(0, count),
  }));
  await withPieces(sql, drafts, async () => {
    await openWith(page, '/portfolio', heading(page, 'piece-of-4'));
    const shown = [[], ['One'], ['One', 'Two', 'Three'], ['One', 'Two', 'Three', '+1 more']];
    for (const [index, texts] of shown.entries()) {
      const card = page
        .getByRole('listitem')
        .filter({ has: heading(page, `piece-of-${counts[index]}`) });
      await expect(card).toBeVisible();
      const list = card.getByRole('list', { name: 'Technologies' });
      await expect(list).toHaveCount(texts.length > 0 ? 1 : 0);
      await expect(list.getByRole('listitem')).toHaveText(texts);
    }
  });
});

test('no more than two are featured, and none where none is', async ({ page, sql }) => {
  const featured = page.getByRole('list', { name: 'Featured work' }).locator('> li');
  const names = featured.getByRole('heading', { level: 2 });
  const more = page.getByRole('region', { name: 'More work' }).getByRole('heading', { level: 3 });
  const drafts = ['front-1', 'front-2', 'front-3'].map((slug) => ({ slug, featured: true }));
  await withPieces(sql, drafts, async () => {
    await openWith(page, '/portfolio', heading(page, 'front-1'));
    await expect(names).toHaveText(['front-1', 'front-2']);
    // One for which there is no room in front keeps its place among the others.
    await expect(more.first()).toHaveText('front-3');
    await expect(more).toHaveCount((await allPieces(sql)).length - 2);

    const before = (await allPieces(sql)).filter((piece) => piece.featured);
    try {
      await sql`update portfolio_items set featured = (slug = 'front-3')`;
      await openWith(page, '/portfolio', featured.filter({ has: heading(page, 'front-3') }));
      await expect(names).toHaveText(['front-3']);
      await expect(more).toHaveCount((await allPieces(sql)).length - 1);

      await sql`update portfolio_items set featured = false`;
      await openWith(page, '/portfolio', heading(page, 'All work'));
      await expect(featured).toHaveCount(0);
      await expect(heading(page, 'More work')).toHaveCount(0);
      const all = page.getByRole('region', { name: 'All work' });
      await expect(all.getByRole('heading', { level: 3 })).toHaveText(
        (await allPieces(sql)).map((piece) => piece.title),
      );
      await expectAccessible(page);
    } finally {
      const ids = before.map((piece) => piece.id);
      await sql`update portfolio_items set featured = (id = any(${ids}))`;
    }
  });
});

test('the ring of pieces closes around those that are left', async ({ page, sql }) => {
  const [first, second] = await allPieces(sql);
  if (!first || !second) throw new Error('no portfolio');
  const links = neighbours(page).getByRole('link');
  const toSecond = neighbours(page).getByRole('link', { name: `Next project ${second.title}` });
  await withOnly(sql, [first.slug, second.slug], async () => {
    // The one ahead is the one behind as well, and is named once.
    await expect(async () => {
      await open(page, `/portfolio/${first.slug}`);
      await expect(links).toHaveCount(1, { timeout: 500 });
    }).toPass({ timeout: 7_000 });
    await toSecond.click();
    await expect(page).toHaveURL(`/portfolio/${second.slug}`);
    await expect(links).toHaveCount(1);
    await expect(links).toContainText(first.title);
    await links.click();
    await expect(page).toHaveURL(`/portfolio/${first.slug}`);
  });
  await withOnly(sql, [first.slug], async () => {
    await expect(async () => {
      await open(page, `/portfolio/${first.slug}`);
      await expect(neighbours(page)).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 7_000 });
    await expect(heading(page, first.title)).toBeVisible();
  });
});

test('a portfolio without pieces says so, and where else to look', async ({ page, sql }) => {
  await withOnly(sql, [], async () => {
    await openWith(page, '/portfolio', page.getByText('No portfolio items yet.'));
    const main = page.getByRole('main');
    await expect(main.getByRole('listitem')).toHaveCount(0);
    const hrefs = await main
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(hrefs).toEqual(['/services', '/contact']);
    await expectToFit(page);
    await expectAccessible(page);
  });
});

test('a piece that was removed while one looked at the list is said to be gone', async ({
  page,
  sql,
  noise,
}) => {
  noise.allow(failedRequest);
  await withPieces(sql, [{ slug: 'gone-piece', title: 'Soon Gone' }], async () => {
    await openWith(page, '/portfolio', heading(page, 'Soon Gone'));
    await sql`update portfolio_items set deleted_at = now() where slug = 'gone-piece'`;
    await viewProject(page, { title: 'Soon Gone' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project Not Found');
    await expect(page).toHaveTitle(/Project Not Found/);
    await page.getByRole('link', { name: 'See the whole portfolio' }).click();
    await expect(page).toHaveURL('/portfolio');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work, and what came of it');
  });
});

test('no page is wider than the window, whatever a piece is called', async ({ page, sql }) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenamts';
  const [first] = await allPieces(sql);
  const words = { description: long, client_name: long, technologies: [long], problem: long };
  const drafts = [
    { slug: 'long-front', title: `${long} in front`, featured: true, ...words },
    { slug: 'long-others', title: `${long} behind`, ...words },
  ];
  await withPieces(sql, drafts, async () => {
    await openWith(page, '/portfolio', heading(page, `${long} in front`));
    await expect(heading(page, `${long} behind`)).toBeVisible();
    await expectToFit(page);
    await openWith(page, '/portfolio/long-front', heading(page, `${long} in front`));
    await expectToFit(page);
    const neighbour = neighbours(page).getByText(`${long} behind`);
    await openWith(page, `/portfolio/${first?.slug}`, neighbour);
    await expectToFit(page);
  });
});

test('a claim that changes does so wherever it is made', async ({ page, sql }) => {
  const figure = (value: string) =>
    page
      .getByRole('region', { name: 'In figures' })
      .getByRole('definition')
      .getByText(value, { exact: true });
  const change = (claims: { key: string; value: string }[]) =>
    claims.map((claim) => (claim.key === 'clients' ? { ...claim, value: '151' } : claim));
  await open(page, '/about');
  await expect(figure('150+')).toBeVisible();
  await withSetting(sql, 'claims', change, async () => {
    for (const path of ['/about', '/']) {
      await openWith(page, path, figure('151'));
      await expect(figure('150+')).toHaveCount(0);
      await expect(figure('200+')).toBeVisible();
    }
  });
});

test('a claim that is counted grows with the portfolio', async ({ page, sql }) => {
  const figure = (value: number) =>
    page
      .getByRole('region', { name: 'In figures' })
      .getByRole('definition')
      .first()
      .getByText(`${value}`, { exact: true });
  const count = (await allPieces(sql)).length;
  const change = (claims: { key: string }[]) =>
    claims.map((claim) => (claim.key === 'projects' ? { ...claim, mode: 'computed' } : claim));
  await withSetting(sql, 'claims', change, async () => {
    await openWith(page, '/about', figure(count));
    await withPieces(sql, [{ slug: 'one-more' }], async () => {
      await openWith(page, '/about', figure(count + 1));
    });
  });
});

test('what is not said of the agency takes no room on its page', async ({ page, sql }) => {
  const [row] = await sql<{ value: About }[]>`select value from settings where key = 'about'`;
  const { story, values, week, team } = row?.value ?? {};
  const regions = [story, team, values, week].map((part) =>
    page.getByRole('region', { name: part?.title ?? '', exact: true }),
  );
  await open(page, '/about');
  for (const region of regions) await expect(region).toBeVisible();

  const change = (about: About): About => ({
    ...about,
    title: 'In a few words',
    story: { ...about.story, paragraphs: [] },
    values: { ...about.values, items: [] },
    week: { ...about.week, items: [] },
    team: { ...about.team, people: [] },
  });
  await withSetting(sql, 'about', change, async () => {
    await openWith(page, '/about', heading(page, 'In a few words'));
    for (const region of regions) await expect(region).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Come by, or write' })).toBeVisible();
    await expectAccessible(page);
  });
});
