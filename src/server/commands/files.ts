import { neutralFileSettings } from '~/contract/files/files-schema';
import { createFiles } from '~/server/features/files/files.service';
import { connect, createDatabase } from '~/server/platform/db/client';
import { databaseOf } from '~/server/platform/db/database-url';
import { migrate } from '~/server/platform/db/migrate';
import { readEnv } from '~/server/platform/env';
import { processEnv } from '~/server/platform/env-file';
import { parseFilesUrl } from '~/server/platform/files/files-url';
import { createObjectStore } from '~/server/platform/files/object-store';
import { runCommand, wordsFor } from './words';

const usage = `Moves files and pictures between the database and the S3 store of FILES_URL.

  npm run files -- move           # into the S3 store
  npm run files -- move --back    # into the database

Each is compared by its checksum before it is removed from where it was. The product may run
meanwhile, with the same FILES_URL. A move that was interrupted is begun again and goes on.
After 'move --back', unset FILES_URL: a product that has it moves everything again.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const sayEvery = 100;

async function main(): Promise<number> {
  const [command, direction, ...more] = process.argv.slice(2);
  if (command !== 'move' || more.length > 0 || ![undefined, '--back'].includes(direction)) {
    say(usage);
    return 2;
  }
  const env = readEnv(processEnv());
  const address = env.FILES_URL ? parseFilesUrl(env.FILES_URL) : undefined;
  if (!address) {
    throw new Error('FILES_URL is not set: it names the S3 store to move to, or from');
  }
  const database = await databaseOf(env);
  await migrate(database.url);
  const client = connect(database.url, { max: 2 });
  let failed = 0;
  try {
    const { moves } = createFiles(createDatabase(client), {
      objects: createObjectStore(address),
      getFileSettings: async () => neutralFileSettings,
      onFailure: (error) => {
        failed += 1;
        process.stderr.write(`${wordsFor(error)}\n`);
      },
    });
    let done = 0;
    const count = () => {
      done += 1;
      if (done % sayEvery === 0) say(`${done} so far`);
    };
    const isBack = direction === '--back';
    const moved = isBack ? await moves.moveBack(count) : await moves.moveAll(count);
    await moves.removeObjects();
    say(`Moved ${moved} files and pictures ${isBack ? 'into the database' : 'into the S3 store'}`);
    if (failed > 0) say(`${failed} could not be moved and remain in place`);
    return failed > 0 ? 1 : 0;
  } finally {
    await client.end({ timeout: 5 });
    await database.stop();
  }
}

runCommand(main);
