import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import type postgres from 'postgres';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { dump } from '~/server/platform/backup/dump';
import { restore, verify } from '~/server/platform/backup/restore';
import { connect } from '~/server/platform/db/client';
import { startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { signUpClient } from '~/testing/sign-in';
import { uploadAs, userOf } from '~/testing/threads';

let app: TestApp;
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

/** The whole database without the date of the dump. */
const sumOf = (bytes: Buffer) =>
  createHash('sha256')
    .update(bytes.subarray(bytes.indexOf(10)))
    .digest('hex');

/** A thread with messages and a file: triggers write events of it. */
async function addThread() {
  const [{ userId }] = await app.sql<[{ userId: string }]>`
    insert into service_requests (user_id, title)
    select id, 'A request' from users where not is_admin limit 1 returning user_id as "userId"`;
  const user = await userOf(app, userId);
  const [{ id }] = await app.sql<[{ id: number }]>`
    select id from service_requests where user_id = ${userId}`;
  const { id: fileId } = await uploadAs(app.services, user);
  const sent = await app.services.workspace.send(user, { id, text: 'Hello', fileIds: [fileId] });
  await app.services.workspace.markRead(user, { id, messageId: sent.id });
}

beforeAll(async () => {
  app = await startTestApp();
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
  saved = await dumped(app.sql);
});
afterAll(() => app.close());

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
    // A picture is twice as long in hexadecimal; a large batch would exceed the longest string.
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

  it('is rejected for a database that is not empty, without changes', async () => {
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

describe.runIf(existsSync('dist/server/backup.js'))('npm run backup', () => {
  it('notes in the database when it ended, and how large it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backup-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'all.gz');
    const child = spawn(process.execPath, ['dist/server/backup.js', 'backup', file], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: app.databaseUrl,
        AUTH_SECRET: 'a secret of the tests alone, long enough',
        DEMO_MODE: 'on',
      },
    });
    const begun = Date.now();
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    const [row] = await app.sql`select value from settings where key = 'lastBackup'`;
    expect(row?.value.bytes).toBe((await stat(file)).size);
    expect(Date.parse(row?.value.finishedAt)).toBeGreaterThan(begun);
  });
});
