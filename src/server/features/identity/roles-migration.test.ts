import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0015 makes existing admins owners, and those whom an older instance adds afterwards', async () => {
  const { url, sql } = await databaseBefore('0015_admin_roles');
  /** As the previous version adds a user. */
  const insertOld = (id: string, isAdmin: boolean) => sql`
    insert into users (id, email, first_name, last_name, is_admin)
    values (${id}, ${`${id}@example.com`}, 'Ada', 'Byron', ${isAdmin})`;
  await insertOld('boss', true);
  await insertOld('client', false);
  await migrate(url);
  await insertOld('later', true);
  await insertOld('another', false);
  await sql`update users set first_name = 'Grace' where id = 'boss'`;
  expect(await sql`select id, admin_role from users order by id`).toEqual([
    { id: 'another', admin_role: null },
    { id: 'boss', admin_role: 'owner' },
    { id: 'client', admin_role: null },
    { id: 'later', admin_role: 'owner' },
  ]);
});
