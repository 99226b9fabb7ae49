import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import type postgres from 'postgres';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { dump } from '~/server/platform/backup/dump';
import { restore, verify } from '~/server/platform/backup/restore';
import { connect } from '~/server/platform/db/client';
import { readJournal } from '~/server/platform/db/migrate';
import { startTestApp, type TestApp, testApp } from '~/testing/app';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '~/testing/database';
import { requestBy } from '~/testing/record-ids';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { signUpClient } from '~/testing/sign-in';
import { uploadAs, userOf } from '~/testing/threads';

const app = testApp();
let saved: Buffer;

const fileOf = (bytes: Buffer) => Readable.from([bytes]);

async function dumped(sql: postgres.Sql): Promise<Buffer> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const parts: Buffer[] = [];
    for await (const part of dump(tx)) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  }) as Promise<Buffer>;
}

async function restored(database: TestDatabase, bytes: Buffer): Promise<void> {
  const sql = connect(database.url, { max: 1, keepOpen: true });
  try {
    const backup = await verify(fileOf(bytes));
    await sql.begin((tx) => restore(tx, fileOf(bytes), backup));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Returns a digest of the database dump without its date. */
const sumOf = (bytes: Buffer) =>
  createHash('sha256')
    .update(bytes.subarray(bytes.indexOf(10)))
    .digest('hex');

/** Adds a thread with messages and a file. Triggers write its events. */
async function addThread() {
  const [{ userId }] = await app.sql<[{ userId: string }]>`
    select id as "userId" from users where not is_admin limit 1`;
  const user = await userOf(app, userId);
  const id = await requestBy(app, userId);
  const { id: fileId } = await uploadAs(app.services, user);
  const sent = await app.services.requestThreads.send(user, {
    id,
    text: 'Hello',
    fileIds: [fileId],
  });
  await app.services.requestThreads.markRead(user, { id, messageId: sent.id });
}

beforeAll(async () => {
  await signUpClient(app);
  const nasty = 'tab\t, line\n, back\\slash \\. \\N, "quotes", 名前 🙂';
  for (let index = 0; index < 300; index += 1) {
    await app.services.quotes.submit(
      quoteRequestSchema.parse(quoteRequest({ projectDetails: `${nasty} ${index}` })),
    );
  }
  await app.services.messages.send(contactMessageSchema.parse(contactMessage({ message: nasty })));
  await addThread();
  const { sentProposal, openInvoice } = salesOf(() => app);
  await sentProposal();
  const { id } = await openInvoice();
  const { invoices } = app.services.admin;
  await invoices.recordTransfer('system', { id, amount: '30.00', date: '2026-01-31' });
  await invoices.credit('system', { id, reason: nasty });
  await app.services.media.store(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  // A row that refers to a later row of its table, in another batch.
  await app.sql`
    update quotes set project_details = repeat('a long text ', 10000)
    where id in (select id from quotes order by id offset 1 limit 20)`;
  await app.sql`
    update quotes set merged_into = (select max(id) from quotes)
    where id = (select min(id) from quotes)`;
  saved = await dumped(app.sql);
});

describe('a backup of pictures', () => {
  const pictures = 12;
  const pictureBytes = 1_000_000;

  it('is written and read in batches, and each picture is served unchanged', async () => {
    const source = await createTestDatabase();
    const target = await createTestDatabase();
    const sql = connect(source.url, { max: 1, keepOpen: true });
    const first = await startTestApp({ databaseUrl: source.url });
    const drawn = sharp({ create: { width: 64, height: 48, channels: 3, background: '#b43' } });
    const picture = await first.services.media.store(await drawn.png().toBuffer());
    const bytesOf = async (app: TestApp) => {
      const response = await app.fetch(picture);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const before = await bytesOf(first);
    for (let made = 0; made < pictures; made += 1) {
      await sql`insert into media (hash, width, height, bytes)
        values (${`large-${made}`}, 1, 1, ${randomBytes(pictureBytes)})`;
    }
    await first.close();

    const parts: Buffer[] = [];
    let largest = 0;
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      for await (const part of dump(tx)) {
        largest = Math.max(largest, part.length);
        parts.push(Buffer.from(part));
      }
    });
    await sql.end({ timeout: 5 });
    // In hexadecimal, a picture is twice as long: a large batch would exceed the maximum string length.
    expect(largest).toBeLessThan(4 * pictureBytes);

    await restored(target, Buffer.concat(parts));
    const second = await startTestApp({ databaseUrl: target.url });
    expect((await bytesOf(second)).equals(before)).toBe(true);
    const [row] = await second.sql`
      select count(*)::int as n, sum(octet_length(bytes))::int as bytes from media where hash like 'large-%'`;
    expect(row).toEqual({ n: pictures, bytes: pictures * pictureBytes });
    await second.close();
    await source.drop();
    await target.drop();
  }, 120_000);
});

describe('a backup', () => {
  it('restores identical rows, and the product works with them', async () => {
    const database = await createTestDatabase();
    await restored(database, saved);
    const sql = connect(database.url, { max: 1, keepOpen: true });
    const again = await dumped(sql);
    await sql.end();
    expect(sumOf(again)).toBe(sumOf(saved));

    const second = await startTestApp({ databaseUrl: database.url });
    try {
      const [last] = await app.sql`select max(id) as id from quotes`;
      const { id } = await second.services.quotes.submit(quoteRequestSchema.parse(quoteRequest()));
      expect(id).toBe(last?.id + 1);
      expect((await second.fetch('/api/services/marketing-website')).status).toBe(200);
    } finally {
      await second.close();
      await database.drop();
    }
  });

  it('is not restored into a database that is not empty', async () => {
    const before = await app.sql`select count(*) from quotes`;
    const backup = await verify(fileOf(saved));
    const sql = connect(app.databaseUrl, { max: 1, keepOpen: true });
    await expect(sql.begin((tx) => restore(tx, fileOf(saved), backup))).rejects.toThrow(
      'The database is not empty',
    );
    await sql.end();
    expect(await app.sql`select count(*) from quotes`).toEqual(before);
  });

  it('of another version is rejected', async () => {
    const database = await createTestDatabase();
    const other = Buffer.from(saved.toString().replace(/"version":"[0-9a-f]+"/, '"version":"0"'));
    await expect(restored(database, other)).rejects.toThrow('another version');
    await database.drop();
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, text.length / 2)],
    ['changed by a letter', (text: string) => text.replace('back', 'bock')],
    ['without a row', (text: string) => text.replace(/^\{"id":1,.*\n/m, '')],
    ['something else', () => 'hello\n'],
    ['empty', () => ''],
  ])('that is %s is rejected before anything is written', async (_, damage) => {
    const bytes = Buffer.from(damage(saved.toString()));
    expect(bytes.equals(saved)).toBe(false);
    await expect(verify(fileOf(bytes))).rejects.toThrow('damaged');
  });
});

const withProgram = describe.runIf(existsSync('dist/server/backup.js'));

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['dist/server/backup.js', ...args], {
    env: {
      PATH: process.env.PATH,
      ENV_FILE: '',
      DATABASE_URL: app.databaseUrl,
      AUTH_SECRET: 'a secret of the tests alone, long enough',
      DEMO_MODE: 'on',
      ...env,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number>((resolve) => child.once('close', resolve));
  return { code, said: said.trim() };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

withProgram('npm run backup', () => {
  it('records in the database when it ended, and its size', async () => {
    const file = join(await makeFolder(), 'all.gz');
    const begun = Date.now();
    expect(await run(['backup', file])).toMatchObject({ code: 0 });
    const [row] = await app.sql`select value from settings where key = 'lastBackup'`;
    expect(row?.value.bytes).toBe((await stat(file)).size);
    expect(Date.parse(row?.value.finishedAt)).toBeGreaterThan(begun);
  });

  it.each([
    ['without tables', createEmptyDatabase, 'no tables of the product'],
    ['without users and leads', createTestDatabase, 'neither users nor leads'],
  ])('fails for a database %s, and writes no file', async (_, create, words) => {
    const folder = await makeFolder();
    const database = await create();
    const { code, said } = await run(['backup', join(folder, 'all.gz')], {
      DATABASE_URL: database.url,
    });
    expect(said).toMatch(new RegExp(`^The database test_\\w+ has ${words}: nothing was saved`));
    expect(said).not.toContain('\n');
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    await database.drop();
  });

  it('replaces a file only with --force', async () => {
    const file = join(await makeFolder(), 'all.gz');
    await writeFile(file, 'an earlier backup');
    expect(await run(['backup', file])).toEqual({
      code: 1,
      said: `${file} is there already: name another file, or add --force to replace it`,
    });
    expect(await readFile(file, 'utf8')).toBe('an earlier backup');
    expect((await run(['backup', file, '--frce'])).code).toBe(2);
    expect(await run(['backup', '--force', file])).toMatchObject({ code: 0 });
    expect((await stat(file)).size).toBeGreaterThan(1_000);
  });

  it('leaves a device or another special file in place', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kestrel-backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    expect(await run(['backup', pipe])).toEqual({
      code: 1,
      said: `${pipe} is there, and is no file: name another`,
    });
    expect((await stat(pipe)).isFIFO()).toBe(true);
    expect(await readdir(folder)).toEqual(['pipe']);
  });

  it('creates no database if none is configured', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'all.gz');
    const none = { DATABASE_URL: '', DATA_DIR: join(folder, 'data') };
    const unset = await run(['backup', file], none);
    expect(unset).toEqual({ code: 1, said: expect.stringMatching(/^There is no database: .*$/) });
    const missing = await run(['backup', file], { ...none, ENV_FILE: join(folder, 'typo.env') });
    expect(missing).toEqual({
      code: 1,
      said: expect.stringMatching(/^ENV_FILE names .*typo\.env, which is not there: .*$/),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<[string, (folder: string) => Promise<string>, RegExp]>([
    [
      'a missing folder',
      async (folder) => join(folder, 'none', 'all.gz'),
      /^The folder of \S+all\.gz is not there$/,
    ],
    ['a folder', async (folder) => folder, /^\S+ is a folder: name a file$/],
  ])('reports %s', async (_, make, words) => {
    const { code, said } = await run(['backup', await make(await makeFolder())]);
    expect(said).toMatch(words);
    expect(code).toBe(1);
  });

  it('names the setting if the database does not answer', async () => {
    const { code, said } = await run(['backup', '/nowhere/all.gz'], {
      DATABASE_URL: 'postgres://u@127.0.0.1:1/app',
    });
    expect(said).toMatch(/^nothing answers at DATABASE_URL; .*ECONNREFUSED.*$/);
    expect(code).toBe(1);
  });
});

withProgram('npm run restore', () => {
  const tablesOf = async (database: TestDatabase) => {
    const sql = connect(database.url, { max: 1, keepOpen: true });
    const rows = await sql`select 1 from pg_tables where schemaname in ('public', 'drizzle')`;
    await sql.end();
    return rows.length;
  };
  const save = async (bytes: Buffer) => {
    const file = join(await makeFolder(), 'all.gz');
    await writeFile(file, gzipSync(bytes));
    return file;
  };

  it('refuses a backup of an unknown version, and leaves the database unchanged', async () => {
    const other = saved
      .toString()
      .replace(/"version":"[0-9a-f]+","migration":"\w+"/, '"version":"0","migration":"9999_later"');
    const target = await createEmptyDatabase();
    const { code, said } = await run(['restore', await save(Buffer.from(other))], {
      DATABASE_URL: target.url,
    });
    const { entries } = await readJournal();
    expect(said).toContain(
      'made by another version of the product, whose newest migration is 9999_later',
    );
    expect(said).toContain(`that of this version is ${entries.at(-1)?.tag}`);
    expect(code).toBe(1);
    expect(await tablesOf(target)).toBe(0);
    await target.drop();
  });

  it('refuses a file that ends after a complete table', async () => {
    const text = saved.toString();
    const cut = text.slice(0, text.lastIndexOf('{"table":'));
    const target = await createEmptyDatabase();
    const { code, said } = await run(['restore', await save(Buffer.from(cut))], {
      DATABASE_URL: target.url,
    });
    expect(said).toBe('This file is damaged, or no backup of this product');
    expect(code).toBe(1);
    expect(await tablesOf(target)).toBe(0);
    await target.drop();
  });

  it('creates no database for a file that cannot be read', async () => {
    const folder = await makeFolder();
    const none = { DATABASE_URL: '', DATA_DIR: join(folder, 'data') };
    expect(await run(['restore', join(folder, 'none.gz')], none)).toEqual({
      code: 1,
      said: `${join(folder, 'none.gz')} is not there`,
    });
    expect(await run(['restore', folder], none)).toEqual({
      code: 1,
      said: `${folder} is a folder: name a file`,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
