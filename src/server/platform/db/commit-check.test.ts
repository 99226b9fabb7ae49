import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { createTestDatabase } from '~/testing/database';
import { connect, createDatabase } from './client';
import { withCommitCheck } from './commit-check';

it('a check runs at the commit of the first transaction that writes, until it succeeds', async () => {
  const database = await createTestDatabase();
  const client = connect(database.url, { max: 2 });
  const db = createDatabase(client);
  await client`create table written (what text)`;
  const write = (what: string) =>
    db.transaction((tx) => tx.execute(sql`insert into written values (${what})`));
  const committed = async () => (await client`select what from written`).map(({ what }) => what);
  let seen: string[][] = [];
  await withCommitCheck(
    async () => {
      seen = [...seen, await committed()];
      if (seen.length === 1) throw new Error('not yet');
    },
    async () => {
      await db.transaction((tx) => tx.execute(sql`select from written`));
      await expect(write('first')).rejects.toThrow('not yet');
      await write('again');
      await write('later');
    },
  );
  await write('outside');
  expect(seen).toEqual([[], []]);
  expect(await committed()).toEqual(['again', 'later', 'outside']);
  await client.end();
  await database.drop();
});
