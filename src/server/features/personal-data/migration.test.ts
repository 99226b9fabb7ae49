import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0034 leaves clients as they are, and an instance of the version before goes on', async () => {
  const { url, sql } = await databaseBefore('0034_personal_data');
  const addUser = (id: string) => sql`
    insert into users (id, email, first_name, last_name) values (${id}, ${`${id}@example.com`}, 'Ada', 'Byron')`;
  await addUser('a');
  await sql`
    insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
    values ('a', 'a', 'client', now() + interval '1 day', now() + interval '1 day')`;
  await sql`
    insert into browser_codes (email, purpose, browser, code_hmac, created_at, expires_at)
    values ('a@example.com', 'signin', 'b', 'h', now(), now() + interval '10 minutes')`;
  await sql`
    insert into settings (key, value)
    values ('retention', '{"usageDataMonths": 7, "supportMonths": 8, "privacyReplyDays": 9}')`;

  await migrate(url);
  const [user] = await sql`
    select email, deletion_due_at, deletion_by, deleted_at from users where id = 'a'`;
  expect(user).toEqual({
    email: 'a@example.com',
    deletion_due_at: null,
    deletion_by: '',
    deleted_at: null,
  });
  // As that version writes.
  await addUser('b');
  await sql`update users set first_name = 'Augusta', updated_at = now() where id = 'a'`;
  await sql`
    insert into browser_codes (email, purpose, browser, code_hmac, created_at, expires_at)
    values ('a@example.com', 'account_deletion', 'b', 'h', now(), now() + interval '10 minutes')`;
  // One export at a time, whose content goes with it.
  const add = () => sql`insert into data_exports (user_id, key) values ('a', 'k') returning id`;
  await add();
  await expect(add()).rejects.toThrow('data_exports_waiting_idx');
  await sql`insert into file_chunks (key, start, bytes) values ('k', 0, 'zip'), ('other', 0, 'file')`;
  await sql`delete from users where id = 'a'`;
  const left = await sql`select key from file_chunks`;
  expect([...left]).toEqual([{ key: 'other' }]);
});
