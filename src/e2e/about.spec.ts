import type { Page } from '@playwright/test';
import type { About } from '~/contract/settings/settings-schema';

import { abort, expect, failedRequest, holdBack, open, type Sql, tabTo, test } from './fixtures';
import { expectAccessible, expectHead, expectTabOrder, expectToFit } from './page-checks';

const aboutCalls = '**/api/trpc/**settings.about**';

async function aboutOf(sql: Sql): Promise<About> {
  const [row] = await sql<{ value: About }[]>`select value from settings where key = 'about'`;
  if (!row) throw new Error('nothing is said about the agency');
  return row.value;
}

const region = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name });

/** Once as a living page, once as nothing but the server's HTML. */
for (const javaScriptEnabled of [true, false]) {
  test.describe(`the page about the agency, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test.beforeEach(async ({ page }) => {
      if (javaScriptEnabled) await open(page, '/about');
      else await page.goto('/about');
    });

    test('says in figures what the agency claims', async ({ page }) => {
      const figures = region(page, 'In figures');
      await expect(figures.getByRole('definition')).toHaveText(['200+', '150+', '5+', '20+']);
      await expect(figures.getByRole('term')).toHaveText([
        'projects delivered',
        'clients',
        'years in business',
        'countries',
      ]);
    });

    test('tells its story, and what it holds to', async ({ page, sql }) => {
      const { title, lead, story, values, week } = await aboutOf(sql);
      const head = page.getByRole('main').locator('header');
      await expect(head.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(head.getByRole('paragraph')).toHaveText(lead);

      expect(story.paragraphs.length).toBeGreaterThan(1);
      await expect(region(page, story.title).getByRole('paragraph')).toHaveText(story.paragraphs);
      for (const { title: name, items } of [values, week]) {
        const list = region(page, name).getByRole('list');
        expect(items.length).toBeGreaterThan(1);
        await expect(list.getByRole('heading', { level: 3 })).toHaveText(
          items.map((item) => item.title),
        );
        await expect(list.getByRole('paragraph')).toHaveText(items.map((item) => item.text));
      }
    });

    test('names everyone on the team', async ({ page, sql }) => {
      const { team } = await aboutOf(sql);
      const people = region(page, team.title).getByRole('listitem');
      await expect(people).toHaveCount(team.people.length);
      expect(team.people.length).toBeGreaterThan(1);
      for (const [index, person] of team.people.entries()) {
        const entry = people.nth(index);
        await expect(entry.getByRole('heading', { level: 3 })).toHaveText(person.name);
        await expect(entry.getByRole('paragraph')).toHaveText([person.role, person.text]);
        // Nobody sent a portrait: each has a mark that was drawn for the name.
        await expect(entry.locator('svg')).toBeVisible();
      }
    });

    test('leads to work, talk, mail and phone', async ({ page }) => {
      const visit = region(page, 'Come by, or write');
      const hrefs = await visit
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));
      expect(hrefs).toEqual([
        ['Start a conversation', '/contact'],
        ['See our work', '/portfolio'],
        ['hello@kestrel.example', 'mailto:hello@kestrel.example'],
        ['+1 (555) 010-0142', 'tel:+15550100142'],
      ]);
      await expect(visit).toContainText('48 Ropewalk Lane');
      await expect(visit).toContainText('Monday to Friday, 9:00 to 18:00');
      await visit.getByRole('link', { name: 'See our work' }).click();
      await expect(page).toHaveURL('/portfolio');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work, and what came of it');
    });
  });
}

test.describe('the page about the agency', () => {
  test('tells search engines and those who share it what it is', async ({ page, sql, baseURL }) => {
    const { lead } = await aboutOf(sql);
    await page.goto('/about?utm_source=somewhere');
    await expectHead(page, {
      url: `${baseURL}/about`,
      title: 'About us | Kestrel',
      description: lead,
      type: 'website',
    });
  });

  test('fits every window', async ({ page }) => {
    await open(page, '/about');
    await expectToFit(page);
  });

  test('needs no mouse', async ({ page }) => {
    await open(page, '/about');
    await expectTabOrder(page);
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'See our work' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/portfolio');
  });

  test('gives axe nothing to find', async ({ page }) => {
    await open(page, '/about');
    await expectAccessible(page);
  });
});

const goThere = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByText('About Us').click();

test.describe('on a slow connection', () => {
  test('it is announced by its outline', async ({ page, sql }) => {
    const { title } = await aboutOf(sql);
    await open(page, '/services');
    const gate = await holdBack(page, aboutCalls);
    await goThere(page);
    await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('status').getByText('Loading page'),
    ).toBeAttached();
    await expectToFit(page);
    gate.open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('Loading page')).toHaveCount(0);
    await expect(page).toHaveTitle('About us | Kestrel');
    await expect(
      page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]'),
    ).toHaveText(['About Us']);
  });
});

test.describe('when it cannot be loaded', () => {
  test.beforeEach(async ({ page, noise }) => {
    noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
    await open(page, '/services');
    await page.route(aboutCalls, abort);
    await goThere(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This page could not be loaded',
    );
  });

  test('says so, and comes back with the connection', async ({ page, sql }) => {
    const { title, team } = await aboutOf(sql);
    await expect(
      page.getByText(
        'The site cannot be reached right now. Please check your connection and try again.',
      ),
    ).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' });
    const [request] = await Promise.all([page.waitForRequest(aboutCalls), again.click()]);
    await expect.poll(() => request.failure()).not.toBeNull();
    await expect(again).toBeVisible();
    await page.unroute(aboutCalls);
    await again.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(region(page, team.title).getByRole('listitem')).toHaveCount(team.people.length);
  });

  test('gives axe nothing to find', async ({ page }) => {
    await expectAccessible(page);
  });
});
