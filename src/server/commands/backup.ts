import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import type { Sql } from 'postgres';

import { recordBackup } from '~/server/features/setup/backups';
import { dump } from '~/server/platform/backup/dump';
import { damaged, rejectFilled, restore, verify } from '~/server/platform/backup/restore';
import { BackupError, rejectEmpty } from '~/server/platform/backup/tables';
import { migrateTo, versionOfBackup } from '~/server/platform/backup/versions';
import { connect, createDatabase } from '~/server/platform/db/client';
import { databaseOf } from '~/server/platform/db/database-url';
import { migrate } from '~/server/platform/db/migrate';
import { readEnv } from '~/server/platform/env';
import { processEnv } from '~/server/platform/env-file';
import { parseFilesUrl } from '~/server/platform/files/files-url';
import { createObjectStore, type ObjectStore } from '~/server/platform/files/object-store';
import { runCommand, wordsFor } from './words';

const usage = `Saves everything that the database holds, or restores it into an empty one.

  npm run backup -- FILE [--force]
  npm run restore -- FILE

--force replaces a file that exists.

A backup is of one moment, and can be made while the product runs. It holds the
files of an S3 store, too, and what clients wrote and who they are: keep it as
safe as the database itself.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

function unzipped(path: string): Readable {
  const file = createReadStream(path);
  const text = createGunzip();
  file.on('error', (error) => text.destroy(error));
  return file.pipe(text);
}

/** Rejects paths that exist, except files to replace. A device or another special file would be deleted. */
async function rejectOther(path: string, canReplace: boolean): Promise<void> {
  // The path does not exist, so a new file is created.
  const there = await stat(path).catch(() => undefined);
  if (!there || (there.isFile() && canReplace)) return;
  if (there.isFile()) {
    throw new BackupError(
      `${path} is there already: name another file, or add --force to replace it`,
    );
  }
  throw new BackupError(
    there.isDirectory()
      ? `${path} is a folder: name a file`
      : `${path} is there, and is no file: name another`,
  );
}

/** Writes a backup. @returns its size, formatted */
async function saveRows(sql: Sql, path: string, objects: ObjectStore | undefined): Promise<string> {
  await sql.begin('isolation level repeatable read read only', (tx) =>
    pipeline(
      Readable.from(dump(tx, objects), { objectMode: true }),
      createGzip(),
      createWriteStream(path, { mode: 0o600 }),
    ),
  );
  return total((await verify(unzipped(path))).sums);
}

async function save(url: string, path: string, objects: ObjectStore | undefined): Promise<void> {
  const sql = connect(url, { max: 1, keepOpen: true });
  const partial = `${path}.partial`;
  try {
    await sql.begin('read only', rejectEmpty);
    const saved = await saveRows(sql, partial, objects);
    await rename(partial, path);
    const { size: bytes } = await stat(path);
    await recordBackup(createDatabase(sql), { finishedAt: new Date(), bytes }).catch(
      (error: unknown) => {
        const { cause, message } = error as Error;
        const why = cause instanceof Error ? cause.message : message;
        process.stderr.write(`Could not record this backup in the database: ${why}\n`);
      },
    );
    say(`Saved ${saved} to ${path} and verified it`);
  } finally {
    await rm(partial, { force: true });
    await sql.end({ timeout: 5 });
  }
}

async function load(url: string, path: string): Promise<void> {
  const backup = await verify(unzipped(path));
  // Checks the version before changing anything: if this version cannot restore the backup, the database stays usable
  // for a version that can.
  const version = await versionOfBackup(backup.header);
  const sql = connect(url, { max: 1, keepOpen: true });
  try {
    await rejectFilled(sql);
    await migrateTo(version, url);
    await sql.begin((tx) => restore(tx, unzipped(path), backup));
    await migrate(url);
    say(`Restored ${total(backup.sums)} of ${backup.header.madeAt} and verified every row`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function total(sums: Map<string, { rows: number }>): string {
  const rows = [...sums.values()].reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${sums.size} tables`;
}

/** Returns the arguments; options can be anywhere. */
function given() {
  const words = process.argv.slice(2);
  const [command = '', path] = words.filter((word) => !word.startsWith('--'));
  return { command, path, options: words.filter((word) => word.startsWith('--')) };
}

async function main(): Promise<number> {
  const { command, path, options } = given();
  const isRestore = command === 'restore';
  const isKnown = options.every((option) => option === '--force' && !isRestore);
  if ((command !== 'backup' && !isRestore) || !path || !isKnown) {
    say(usage);
    return 2;
  }
  const env = readEnv(processEnv());
  const address = env.FILES_URL ? parseFilesUrl(env.FILES_URL) : undefined;
  const objects = address && createObjectStore(address);
  if (!isRestore) await rejectOther(path, options.length > 0);
  // Verifies the file first, so that an unreadable one creates no database.
  if (isRestore) await verify(unzipped(path));
  const database = await databaseOf(env, { creates: isRestore });
  try {
    if (isRestore) await load(database.url, path);
    else await save(database.url, path, objects);
    return 0;
  } finally {
    await database.stop();
  }
}

const reasons = new Map([
  ['ENOENT', 'is not there'],
  ['EACCES', 'may not be opened by you'],
  ['EPERM', 'may not be opened by you'],
  ['EISDIR', 'is a folder: name a file'],
  ['ENOTDIR', 'is in no folder'],
  ['EROFS', 'is on a disk that cannot be written'],
  ['ENOSPC', 'has no space left on its disk: nothing was saved'],
  ['EDQUOT', 'has no space left for you on its disk: nothing was saved'],
]);

function words(error: unknown): string {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const { command, path = '' } = given();
  const why = syscall === 'connect' ? undefined : reasons.get(code);
  // During a backup, ENOENT means that the folder is missing, because the backup file itself does not exist yet.
  const subject = command === 'backup' && code === 'ENOENT' ? `The folder of ${path}` : path;
  if (why) return `${subject} ${why}`;
  // zlib's errors mean that the file is not compressed or is truncated. Either it is not a backup, or it is damaged.
  return code.startsWith('Z_') ? damaged().message : wordsFor(error);
}

runCommand(main, words);
