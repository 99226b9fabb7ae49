import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { startTestApp } from '~/testing/app';
import { createSigner } from './tokens';

const name = `test_codes_${process.pid}`;
let admin: postgres.Sql;
let sql: postgres.Sql;
let url: string;

/** The migrations up to the one before `browser_codes`. */
async function folderBefore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp('drizzle', folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag === '0013_browser_codes');
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

beforeAll(async () => {
  admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const target = new URL(inject('databaseUrl'));
  target.pathname = `/${name}`;
  url = target.href;
  sql = postgres(url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.end({ timeout: 5 });
});

it('0013 keeps codes in use, and an older instance keeps sending them', async () => {
  const before = await folderBefore();
  await migrate(url, before);
  await rm(before, { recursive: true });
  const secret = 'a secret of the tests alone, long enough';
  const signer = createSigner(secret, 'one-time codes');
  /** As the previous version sends a code. */
  const sendOld = (email: string, minutes: number) => sql`
    insert into one_time_codes (email, purpose, code_hmac, created_at, expires_at)
    values (${email}, 'signup', ${signer.sign(email, 'signup', '123456')}, now(),
      now() + make_interval(mins => ${minutes}))
    on conflict (email, purpose) do update set code_hmac = excluded.code_hmac`;
  await sendOld('live@example.com', 10);
  await sendOld('over@example.com', -1);

  const app = await startTestApp({ databaseUrl: url, env: { AUTH_SECRET: secret } });
  await sendOld('live@example.com', 10);
  await sendOld('later@example.com', 10);
  const signUp = async (email: string) => {
    const fields = { email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
    return (await app.postJson('/api/auth/signup', fields)).status;
  };
  expect(await signUp('live@example.com')).toBe(200);
  expect(await signUp('live@example.com')).toBe(401);
  expect(await signUp('over@example.com')).toBe(401);
  await app.close();
});
