import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { findDemoRemains, removeDemo } from '~/sandbox/demo/demo-cleanup';
import { connect, createDatabase } from '~/server/platform/db/client';
import { databaseOf } from '~/server/platform/db/database-url';
import { migrate } from '~/server/platform/db/migrate';
import { readEnv } from '~/server/platform/env';
import { processEnv } from '~/server/platform/env-file';
import { runCommand } from './words';

const usage = `Removes the samples and the admins of the demo. Content that you created or edited is not changed.

  npm run reset-demo
  npm run reset-demo -- --yes

In a terminal, the command asks before it removes anything, unless --yes is given.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Parses the options. @returns undefined if any of them is unknown */
function readOptions(): { yes?: boolean } | undefined {
  try {
    return parseArgs({ options: { yes: { type: 'boolean' } } }).values;
  } catch {
    return undefined;
  }
}

async function isConfirmed(): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await line.question('Remove the samples and the admins of the demo? (y/N) ');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    line.close();
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) {
    say(usage);
    return 2;
  }
  if (!options.yes && process.stdin.isTTY && !(await isConfirmed())) {
    say('Nothing was removed.');
    return 1;
  }
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
