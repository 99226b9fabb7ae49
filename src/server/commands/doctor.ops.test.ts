import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { checkIds } from '~/contract/setup/checks';
import { testApp } from '~/testing/app';

const bundle = 'dist/server/doctor.js';
const secret = 'a secret of the tests alone, long enough';

const app = testApp();
let url: string;
beforeAll(async () => {
  url = await app.listen();
});

async function doctor(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [bundle, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number>((resolve) => child.once('close', resolve));
  return { code, lines: said.trim().split('\n') };
}

describe.runIf(existsSync(bundle))('npm run doctor', () => {
  const working = () => ({
    DATABASE_URL: app.databaseUrl,
    AUTH_SECRET: secret,
    DEMO_MODE: 'on',
    PUBLIC_URL: url,
  });

  it('prints a line for each check, and exits with 0 if none fails', async () => {
    const { code, lines } = await doctor(working());
    expect(lines.map((line) => line.slice(8, 20).trim())).toEqual([...checkIds]);
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^ok +public url +http.* leads here$/));
    expect(code).toBe(0);
  });

  it('needs no public URL', async () => {
    const { PUBLIC_URL: _, ...env } = working();
    const { code, lines } = await doctor(env);
    expect(lines).toHaveLength(checkIds.length);
    expect(lines).toContainEqual(expect.stringMatching(/^unused +public url +PUBLIC_URL is unset/));
    expect(code).toBe(0);
  });

  it('exits with 1 if a check fails, and shows no secret', async () => {
    const { code, lines } = await doctor({
      ...working(),
      SMTP_URL: 'smtp://user:hunter2@127.0.0.1:2',
      TRUST_PROXY: '1',
    });
    expect(lines).toContainEqual(expect.stringMatching(/^FAILED +mail .*could not be reached/));
    expect(lines.join()).not.toMatch(/hunter2|a secret of the tests/);
    expect(code).toBe(1);
  });

  it('reports an unusable database once, and immediately', async () => {
    const { code, lines } = await doctor({
      ...working(),
      DATABASE_URL: 'postgres://u@127.0.0.1:1/app',
    });
    expect(lines.map((line) => line.slice(8, 20).trim())).toEqual([...checkIds]);
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([
      expect.stringMatching(/^FAILED +database +nothing answers at DATABASE_URL/),
    ]);
    for (const id of ['pooler', 'migrations', 'secret', 'files']) {
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`^unused +${id} +Not checked, without the database$`)),
      );
    }
    expect(code).toBe(1);
  });

  it('names the missing database, and creates none', async () => {
    const { code, lines } = await doctor({ DATA_DIR: '/nowhere/data', ENV_FILE: '' });
    expect(lines).toEqual([expect.stringMatching(/^FAILED +database +There is no database: /)]);
    expect(code).toBe(1);
    const missing = await doctor({ ENV_FILE: '/nowhere/kestrel.env' });
    expect(missing.lines).toEqual([
      expect.stringMatching(/^FAILED +environment +ENV_FILE names .* is not there/),
    ]);
  });

  it('reports invalid settings', async () => {
    const { code, lines } = await doctor({ PORT: 'x', LOG_LEVEL: 'loud' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^FAILED +environment +PORT must be/);
    expect(code).toBe(1);
  });

  it('prints its usage', async () => {
    expect(await doctor({}, ['--send', 'no-address'])).toMatchObject({ code: 2 });
    expect((await doctor({}, ['--help'])).code).toBe(0);
  });
});
