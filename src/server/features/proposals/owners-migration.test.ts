import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0024 gives proposals to the client with their address, ends sessions that a mailbox opened, and takes time for no evidence', async () => {
  const { url, sql } = await databaseBefore('0024_undo_and_completion');
  await sql`
    insert into users (id, email, first_name, last_name, is_admin, admin_role, username) values
      ('a', 'a@example.com', 'A', 'One', false, null, null),
      ('b', 'b@example.com', 'B', 'Two', false, null, null),
      ('boss', 'boss@example.com', 'The', 'Boss', true, 'owner', 'boss')`;
  const addProposal = (number: string, email: string, status: string) => sql`
    insert into proposals (number, status, user_id, content, title, client_name, client_email, total_cents, currency, valid_until)
    values (${number}, ${status}, 'a', '{}', 'T', 'N', ${email}, 100, 'USD', '2030-01-01')`;
  await addProposal('P-0001', 'a@example.com', 'sent');
  await addProposal('P-0002', 'B@example.com', 'draft');
  await addProposal('P-0003', 'nowhere@example.com', 'sent');
  await addProposal('P-0004', 'b@example.com', 'accepted');
  for (const [user, kind] of [
    ['boss', 'client'],
    ['boss', 'admin'],
    ['a', 'client'],
  ]) {
    await sql`insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
      values (${`${user}-${kind}`}, ${user ?? ''}, ${kind ?? ''}, now() + interval '1 day', now() + interval '1 day')`;
  }
  for (const reason of ['sent at once', 'sent without a fill time', 'filled the hidden field']) {
    await sql`insert into contact_messages (first_name, last_name, email, service, message, spam_reason)
      values ('Ada', 'Byron', 'ada@example.com', 'website', 'A message', ${reason})`;
  }

  await migrate(url);
  const owners = await sql`select number, user_id from proposals order by number`;
  expect(owners.map(({ number, user_id }) => [number, user_id])).toEqual([
    ['P-0001', 'a'],
    ['P-0002', 'b'],
    ['P-0003', null],
    ['P-0004', 'a'],
  ]);
  const left = await sql`select token_hash from sessions order by token_hash`;
  expect(left.map(({ token_hash }) => token_hash)).toEqual(['a-client', 'boss-admin']);
  const marks = await sql`select spam_reason from contact_messages order by id`;
  expect(marks.map(({ spam_reason }) => spam_reason)).toEqual([
    null,
    null,
    'filled the hidden field',
  ]);
});
