import type postgres from 'postgres';
import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

const versionsIn = async (sql: postgres.Sql) =>
  (
    await sql`
      select fixed_page, version, texts, blocks, parts from page_versions
      where fixed_page is not null order by fixed_page, version`
  ).map(({ fixed_page, version, texts, blocks, parts }) => [
    ...[fixed_page, version, texts, blocks.length],
    ...parts,
  ]);

it('0049 makes versions of the texts of pages, and of what an older instance writes', async () => {
  const { url, sql } = await databaseBefore('0049_page_texts');
  const changedAt = '2026-03-04T05:06:07.000Z';
  const put = (key: string, value: unknown) => sql`
    insert into settings (key, value, updated_at) values (${key}, ${sql.json(value as never)}, ${changedAt})
    on conflict (key) do update set value = excluded.value, updated_at = now()`;
  await put('hero', { title: 'Ours', subtitle: 'Ours alone' });
  await put('about', { title: 'Us' });
  await put('pages', {
    home: { workTitle: 'Work' },
    blog: { title: 'Notes' },
    gone: { title: 'x' },
  });
  await put('brand', { name: 'Ours' });
  await sql`
    insert into page_versions (fixed_page, version, blocks, author)
    values ('about', 1, '[{"type": "divider"}]', 'Ada')`;

  await migrate(url);
  expect(await versionsIn(sql)).toEqual([
    ['about', 1, {}, 1, 'blocks'],
    ['about', 2, { about: { title: 'Us' } }, 1, 'about'],
    ['blog', 1, { words: { title: 'Notes' } }, 0, 'words'],
    ['home', 1, { hero: { title: 'Ours', subtitle: 'Ours alone' } }, 0, 'hero'],
    [
      'home',
      2,
      { hero: { title: 'Ours', subtitle: 'Ours alone' }, words: { workTitle: 'Work' } },
      ...[0, 'words'],
    ],
  ]);
  const [at] = await sql`select distinct created_at from page_versions where author <> 'Ada'`;
  expect(at).toEqual({ created_at: new Date(changedAt) });

  // As the version before writes: one text, the words of all pages where one differs, and what is the default again.
  await put('hero', { title: 'Changed', subtitle: '' });
  await put('pages', { home: { workTitle: 'Work' }, blog: { title: 'Letters' } });
  await put('pages', { home: { workTitle: 'Work' }, blog: { title: 'Letters' } });
  await sql`delete from settings where key = 'about'`;
  await put('brand', { name: 'Others' });
  expect((await versionsIn(sql)).map(([page, version]) => `${page} ${version}`)).toEqual([
    ...['about 1', 'about 2', 'about 3', 'blog 1', 'blog 2', 'home 1', 'home 2', 'home 3'],
  ]);
  const newest = await sql`
    select distinct on (fixed_page) fixed_page, texts from page_versions
    where fixed_page is not null order by fixed_page, version desc`;
  expect([...newest]).toEqual([
    { fixed_page: 'about', texts: {} },
    { fixed_page: 'blog', texts: { words: { title: 'Letters' } } },
    {
      fixed_page: 'home',
      texts: { hero: { title: 'Changed', subtitle: '' }, words: { workTitle: 'Work' } },
    },
  ]);
});
