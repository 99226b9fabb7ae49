import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { backupPlanOf } from '~/server/features/setup/checks/disk';
import { processEnv, readEnvFile } from './env-file';
import { envWarnings } from './env-warnings';

describe('readEnvFile', () => {
  const names = ['ENV_FILE', 'OIDC_NAME', 'LOG_LEVEL'] as const;
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'env-'));
    file = join(folder, 'settings.env');
  });
  afterEach(async () => {
    for (const name of names) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    await rm(folder, { recursive: true });
  });

  it('completes the environment without overriding it', async () => {
    await writeFile(file, 'OIDC_NAME=From the file\nLOG_LEVEL=trace\n');
    process.env.LOG_LEVEL = 'error';
    process.env.ENV_FILE = '';
    expect(processEnv().OIDC_NAME).toBeUndefined();
    process.env.ENV_FILE = file;
    expect(processEnv()).toMatchObject({ OIDC_NAME: 'From the file', LOG_LEVEL: 'error' });
  });

  it('reads UTF-8 with a byte order mark, and refuses other encodings', async () => {
    process.env.ENV_FILE = file;
    await writeFile(file, '\uFEFFOIDC_NAME=First\nLOG_LEVEL=trace\n');
    expect(readEnvFile()?.values).toEqual({ OIDC_NAME: 'First', LOG_LEVEL: 'trace' });
    for (const [encoding, mark] of [
      ['utf16le', '\uFEFF'],
      ['utf16le', ''],
      ['latin1', 'é'],
    ] as const) {
      await writeFile(file, `${mark}OIDC_NAME=First\n`, encoding);
      expect(readEnvFile).toThrow(
        `ENV_FILE names ${file}, which is not UTF-8 text: save it as UTF-8`,
      );
    }
  });

  it('ignores byte order marks that joining files leaves between lines', async () => {
    process.env.ENV_FILE = file;
    await writeFile(file, 'OIDC_NAME=First\r\n\uFEFFLOG_LEVEL=trace\n');
    expect(readEnvFile()?.values).toEqual({ OIDC_NAME: 'First', LOG_LEVEL: 'trace' });
  });

  it.each([
    ['nothing', ''],
    ['comments', '# DATABASE_URL=postgres://db/app\n'],
    ['empty settings', 'DATABASE_URL=\nSMTP_URL=" "\n'],
    ['other text', '{ "DATABASE_URL": "postgres://db/app" }'],
  ])('refuses a named file with %s', async (_, content) => {
    process.env.ENV_FILE = file;
    await writeFile(file, content);
    expect(readEnvFile).toThrow(`ENV_FILE names ${file}, which sets nothing: write settings as`);
  });

  it('stops every command if a named file is missing or a folder', () => {
    process.env.ENV_FILE = file;
    expect(processEnv).toThrow(`ENV_FILE names ${file}, which is not there`);
    process.env.ENV_FILE = folder;
    expect(processEnv).toThrow(`ENV_FILE names ${folder}, which is a folder`);
  });

  it('reports that a file exists but may not be read', () => {
    const refuse = () => {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    };
    process.env.ENV_FILE = file;
    expect(() => readEnvFile(refuse)).toThrow(
      `ENV_FILE names ${file}, which this user may not read`,
    );
    delete process.env.ENV_FILE;
    expect(() => readEnvFile(refuse)).toThrow(
      /^The settings are in .*\.env, which this user may not/,
    );
  });
});

describe('envWarnings', () => {
  const file = (values: Record<string, string>) => ({ path: '/etc/kestrel.env', values });
  const valid = {
    DATABASE_URL: 'postgres://db/app',
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
    PUBLIC_URL: 'https://agency.example',
    TRUST_PROXY: '1',
  };

  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
  ])('%s in the environment: suggests %s', (given, meant) => {
    const warnings = envWarnings({ ...valid, [given]: 'x' }, undefined);
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^${given} .* is ${meant} meant`))]);
  });

  it('ignores valid settings and variables of other programs', () => {
    const others = ['HOME', 'PATH', 'SHELL', 'USER', 'MAIL', 'LOGNAME', 'HOSTNAME', 'PWD'];
    const given = { ...valid, ...Object.fromEntries(others.map((name) => [name, 'x'])) };
    expect(envWarnings(given, file(valid))).toEqual([]);
  });

  it('names every unknown variable of a file, except those of its other readers', () => {
    const given = {
      ...valid,
      COLOUR: 'red',
      smtp_url: 'x',
      BACKUP_DIR: '/b',
      PGSSLMODE: 'require',
    };
    const warnings = envWarnings({ ...valid, ...given }, file(given));
    expect(warnings).toEqual([
      'COLOUR in /etc/kestrel.env is no setting, and is not read',
      'smtp_url in /etc/kestrel.env is no setting, and is not read: is SMTP_URL meant?',
    ]);
  });

  it.each([
    [
      'smtps://h:587',
      ['SMTP_URL uses smtps:// with port 587, on which most servers expect smtp:// (STARTTLS)'],
    ],
    [
      'smtp://h:465',
      ['SMTP_URL uses smtp:// with port 465, on which most servers expect smtps://'],
    ],
    ['smtps://h:465', []],
    ['smtp://h:587?requireTLS=true', []],
  ])('warns about a port that does not fit its scheme in %s', (SMTP_URL, warnings) => {
    expect(envWarnings({ ...valid, SMTP_URL }, undefined)).toEqual(warnings);
  });

  it.each([
    ['Nope/Zone', [expect.stringMatching(/^TZ is 'Nope\/Zone', which is no time zone/)]],
    ['Europe/Berlin', []],
    ['UTC', []],
  ])('warns about an unknown time zone: %s', (TZ, warnings) => {
    expect(envWarnings({ ...valid, TZ }, undefined)).toEqual(warnings);
  });

  it('warns about unused parameters of a database, and a secret that can be guessed', () => {
    const secret = 'a'.repeat(36);
    const warnings = envWarnings(
      {
        ...valid,
        DATABASE_URL:
          'postgres://u:p@db.example/app?sslmode=require&channel_binding=require&connection_limit=5',
        AUTH_SECRET: secret,
      },
      undefined,
    );
    expect(warnings).toEqual([
      'DATABASE_URL has channel_binding, connection_limit, which is not used here',
      expect.stringMatching(/^AUTH_SECRET has few different letters/),
    ]);
    expect(warnings.join()).not.toContain(secret);
  });

  it.each(['0', '-1', 'abc', '14d', '5 # five', "'5'", '08', '1e2'])(
    'warns about a number of backups that the script rejects: %s',
    (value) => {
      for (const name of ['KEEP_DAILY', 'KEEP_WEEKLY']) {
        const given = { ...valid, [name]: value };
        expect(envWarnings(given, file(given))).toEqual([
          expect.stringMatching(new RegExp(`^${name} is .*: give a whole number from 1 to 99999$`)),
        ]);
        expect(backupPlanOf(given)).toBeUndefined();
      }
      expect(backupPlanOf({ KEEP_DAILY: '5', KEEP_WEEKLY: '' })).toMatchObject({ kept: 13 });
    },
  );
});
