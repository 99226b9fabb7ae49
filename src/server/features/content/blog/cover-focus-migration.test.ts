import { expect, it } from 'vitest';

import { middle } from '~/contract/common/focus';
import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0050 leaves the covers of posts as they are cut, those that an older instance adds too', async () => {
  const { url, sql } = await databaseBefore('0050_post_cover_focus');
  // As the version before writes.
  const add = (slug: string) => sql`
    insert into posts (slug, title, category, body, author_name, image_url)
    values (${slug}, 'A post', 'Design', 'Words', 'Ada', 'https://example.com/pier.jpg')`;
  await add('before');
  const [before] = await sql`select * from posts where slug = 'before'`;

  await migrate(url);
  expect(await sql`select * from posts`).toEqual([{ ...before, image_focus: middle }]);
  await add('meanwhile');
  expect(await sql`select image_focus from posts where slug = 'meanwhile'`).toEqual([
    { image_focus: middle },
  ]);
});
