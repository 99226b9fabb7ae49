import { beforeEach, describe, expect, it } from 'vitest';

import { builtInPages, type PageKey } from '~/contract/built-in-pages/built-in-pages';
import type {
  AdminPageBlocks,
  PageBlocksVersion,
} from '~/contract/built-in-pages/page-blocks-schema';
import { hideableSections } from '~/contract/built-in-pages/page-sections';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

const seeded = { home: 2, about: 1, careers: 1, pricing: 1 };
beforeEach(async () => {
  await app.sql`delete from page_versions where built_in_page is not null and version > 1`;
  await app.sql`delete from page_versions where built_in_page not in ${app.sql(Object.keys(seeded))}`;
});

const heading = (title: string) => ({ type: 'heading', title });

async function call<Data>(kind: 'query' | 'mutation', procedure: string, input?: object) {
  const query =
    kind === 'query' && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const { status, body } = await ask<{ result: { data: Data } }>(
    kind === 'query' ? 'GET' : 'POST',
    `/api/trpc/${procedure}${query}`,
    kind === 'query' ? undefined : input,
  );
  return { status, data: body.result?.data };
}

const save = (input: object) =>
  call<AdminPageBlocks>('mutation', 'admin.pageBlocks.save', { page: 'about', ...input });
const restore = (page: PageKey, version: number, expectedVersion?: number) =>
  call<AdminPageBlocks>('mutation', 'admin.pageBlocks.restoreVersion', {
    ...{ page, version },
    ...(expectedVersion !== undefined && { expectedVersion }),
  });
const sectionsOf = async (page: PageKey) =>
  (await call<AdminPageBlocks>('query', 'admin.pageBlocks.get', { page })).data;
const versionsOf = async (page: PageKey) =>
  (await call<PageBlocksVersion[]>('query', 'admin.pageBlocks.versions', { page })).data;
const texts = async () => (await call<AllPageTexts>('query', 'admin.pageTexts.get')).data;
const say = (change: object) =>
  call<{ updatedAt: string | null }>('mutation', 'admin.pageTexts.update', change);

const html = async (path: string) => (await app.fetch(path)).text();
const shown = (path: string) => expect.poll(() => html(path));

describe('blocks below a built-in page', () => {
  it('are stored as versions, and do not affect other pages', async () => {
    expect(await html('/about')).not.toContain('Below the rest');
    const { version = 0 } = (await sectionsOf('about')) ?? {};
    const { data } = await save({ blocks: [heading('Below the rest')], expectedVersion: version });
    expect(data?.version).toBe(2);
    await shown('/about').toMatch(/<h2[^>]*>Below the rest<\/h2>/);
    expect(await html('/pricing')).not.toContain('pageBlocks');
    // A save that is based on an older version is rejected.
    expect((await save({ blocks: [], expectedVersion: version })).status).toBe(409);
    expect((await save({ blocks: [], expectedVersion: 2 })).status).toBe(200);
    await shown('/about').not.toContain('Below the rest');
    const versions = await versionsOf('about');
    expect(versions?.map(({ version: nth, blocks, parts }) => [nth, blocks.length, parts])).toEqual(
      [
        [3, 0, ['blocks']],
        [2, 1, ['blocks']],
        [1, 0, ['about']],
      ],
    );
    const [{ count } = { count: 0 }] = await app.sql<{ count: number }[]>`
      select count(*)::int from audit_log where about = 'page_blocks:about'`;
    expect(count).toBe(2);
  });

  it('saved by two editors at once are both kept, and the later editor gets an error', async () => {
    const answers = await Promise.all(
      ['A', 'B'].map((title) =>
        save({ page: 'services', blocks: [heading(title)], expectedVersion: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are shown in the preview before they are saved', async () => {
    const { body } = await ask<string>('POST', '/api/admin/preview', {
      path: '/pricing',
      page: {
        title: '',
        blocks: [heading('Not saved yet')],
        hidden: ['questions'],
        below: 'pricing',
      },
    });
    expect(body).toContain('Not saved yet');
    expect(body).not.toContain('Before you pay');
    const now = await html('/pricing');
    expect(now).not.toContain('Not saved yet');
    expect(now).toContain('Before you pay');
  });
});

describe('built-in sections of a page', () => {
  const marks: Record<string, string> = {
    clientWords: 'In a client’s words',
    week: 'id="week-title"',
    visit: 'id="visit-title"',
    invitation: 'id="invitation-title"',
    questions: 'Before you pay',
    applying: 'How to apply',
  };

  it.each(
    Object.entries(hideableSections).flatMap(([page, sections]) =>
      Object.keys(sections).map((section) => [page as PageKey, section] as const),
    ),
  )('on the page %s, %s is shown until it is hidden', async (page, section) => {
    const { path } = builtInPages[page];
    const mark = marks[section] ?? 'a section without a mark';
    await shown(path).toContain(mark);
    expect((await save({ page, blocks: [], hidden: [section] })).status).toBe(200);
    await shown(path).not.toContain(mark);
    expect((await sectionsOf(page))?.hidden).toEqual([section]);
    // Saving blocks without sections does not change the sections.
    expect((await save({ page, blocks: [heading('More')] })).data?.hidden).toEqual([section]);
    await save({ page, blocks: [], hidden: [] });
    await shown(path).toContain(mark);
  });

  it('are rejected if they are unknown or belong to another page', async () => {
    expect((await save({ page: 'pricing', blocks: [], hidden: ['week'] })).status).toBe(400);
    expect((await save({ page: 'pricing', blocks: [], hidden: ['plans'] })).status).toBe(400);
  });
});

describe('texts of a page', () => {
  it('have versions that do not conflict with its blocks', async () => {
    const before = await texts();
    const { version = 0 } = (await sectionsOf('home')) ?? {};
    const hero = { title: 'We say it plainly', subtitle: 'And once.' };
    const { data } = await say({
      key: 'hero',
      value: hero,
      expectedUpdatedAt: before?.hero.updatedAt,
    });
    await shown('/').toContain('We say it plainly');
    expect((await texts())?.hero).toEqual({ value: hero, updatedAt: data?.updatedAt });
    // The page's other texts do not change for admins who have them open.
    expect((await texts())?.reasons).toEqual(before?.reasons);
    const late = { key: 'hero', value: hero, expectedUpdatedAt: before?.hero.updatedAt };
    expect((await say(late)).status).toBe(409);
    expect(
      (await save({ page: 'home', blocks: [heading('Below')], expectedVersion: version })).status,
    ).toBe(200);
    expect((await versionsOf('home'))?.map(({ parts, author }) => [parts, author])).toEqual([
      [['blocks'], expect.stringMatching(/\w/)],
      [['hero'], expect.stringMatching(/\w/)],
      [['hero', 'reasons'], 'Sample'],
    ]);
    await shown('/').toContain('We say it plainly');
  });

  it('can be saved for all pages together, and each changed page gets a new version', async () => {
    const words = { services: { title: 'All that we do' }, blog: { lead: 'Written on Fridays' } };
    expect((await say({ key: 'pages', value: words, expectedUpdatedAt: null })).status).toBe(200);
    await shown('/services').toContain('All that we do');
    await shown('/blog').toContain('Written on Fridays');
    const rest = { services: { title: 'All that we do' } };
    const { updatedAt } = (await texts())?.pages ?? {};
    await say({ key: 'pages', value: rest, expectedUpdatedAt: updatedAt });
    await shown('/blog').not.toContain('Written on Fridays');
    expect((await texts())?.pages.value).toEqual(rest);
    expect(await versionsOf('services')).toHaveLength(1);
    expect((await versionsOf('blog'))?.map(({ texts: said }) => said)).toEqual([
      {},
      { words: { lead: 'Written on Fridays' } },
    ]);
    const log = await app.sql`
      select action, before, after from audit_log where about = 'setting:pages' order by id desc limit 1`;
    expect(log).toMatchObject([{ action: 'setting.updated', after: { pages: rest } }]);
  });

  it('are saved by one of several concurrent editors of a version, and the others get an error', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { updatedAt } = (await texts())?.hero ?? {};
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, nth) =>
          say({
            key: 'hero',
            value: { title: `Title ${round} ${nth}`, subtitle: '' },
            expectedUpdatedAt: updatedAt,
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
    }
  });

  it('can be saved at the same time as those of other pages', async () => {
    const saved = await Promise.all(
      Array.from({ length: 6 }, (_, nth) =>
        nth % 2 === 0
          ? say({ key: 'hero', value: { title: `Title ${nth}`, subtitle: '' } })
          : say({ key: 'pages', value: { about: { visitTitle: `Visit ${nth}` } } }),
      ),
    );
    expect(saved.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const numbers = await app.sql<{ version: number }[]>`
      select version from page_versions where built_in_page = 'home' order by version`;
    expect(numbers.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });
});

describe('an earlier version of a page', () => {
  it('is restored with its texts, sections and blocks, and the restoration can be undone', async () => {
    await say({ key: 'about', value: { ...(await texts())?.about.value, title: 'Two and a dog' } });
    await save({ blocks: [heading('More of us')], hidden: ['week'] });
    expect((await restore('about', 1, 2)).status).toBe(409);
    const { data } = await restore('about', 1, 3);
    expect(data).toMatchObject({ version: 4, blocks: [], hidden: [] });
    await shown('/about').toContain('id="week-title"');
    expect(await html('/about')).not.toMatch(/Two and a dog|More of us/);
    await restore('about', 3);
    await shown('/about').toContain('Two and a dog');
    expect(await html('/about')).toContain('More of us');
    expect(await html('/about')).not.toContain('id="week-title"');
    expect((await restore('about', 99)).status).toBe(404);
    const [log] = await app.sql`
      select description, before from audit_log where action = 'page.version_restored' order by id limit 1`;
    expect(log).toMatchObject({
      description: expect.stringMatching(/restored version 1 of the page “About Us”$/),
      before: { blocks: [{ title: 'More of us' }], hidden: ['week'] },
    });
  });
});
