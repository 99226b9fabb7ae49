import { findDemoRemains, removeDemo } from '~/sandbox/demo/demo-cleanup';
import { connect, createDatabase } from '~/server/platform/db/client';
import { databaseOf } from '~/server/platform/db/database-url';
import { migrate } from '~/server/platform/db/migrate';
import { readEnv } from '~/server/platform/env';
import { processEnv } from '~/server/platform/env-file';
import { runCommand } from './words';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const database = await databaseOf(readEnv(processEnv()));
  await migrate(database.url);
  const client = connect(database.url, { max: 2 });
  try {
    const db = createDatabase(client);
    const removed = await removeDemo(db);
    for (const line of removed) say(`Removed ${line}`);
    const { admin } = await findDemoRemains(db);
    if (removed.length === 0 && !admin) say('There is no demo content to remove.');
    say(
      'Content that you created or edited was not changed. Create an admin with: npm run admin -- create',
    );
    return 0;
  } finally {
    await client.end({ timeout: 5 });
    await database.stop();
  }
}

runCommand(main);
