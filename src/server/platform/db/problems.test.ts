import { createServer } from 'node:net';

import postgres from 'postgres';
import { expect, it } from 'vitest';

import { listenLocally } from '~/testing/servers';
import { databaseProblemOf } from './problems';

it('the reported problem names TLS if a database does not offer what sslmode requires', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      // Responds like a PostgreSQL that does not offer TLS. Ends the connection if the client continues regardless.
      socket.write('N');
      socket.once('data', () => socket.destroy());
    });
  });
  const port = await listenLocally(server);
  const sql = postgres(`postgres://me@127.0.0.1:${port}/app?sslmode=require`, { max: 1 });
  const error = await sql`select 1`.catch((failure) => failure);
  expect(databaseProblemOf(error)).toMatchObject({
    line: expect.stringMatching(/does not offer TLS, which its sslmode requires/),
    action: 'Turn on ssl at the database, or correct sslmode in DATABASE_URL',
  });
  await sql.end({ timeout: 1 });
  server.close();
});
