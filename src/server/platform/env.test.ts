import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';

import { describe, expect, it } from 'vitest';

import { EnvError, envExample, readEnv } from './env';
import { isLoopback } from './loopback';

type Given = Record<string, string | undefined>;

/** Returns the lines of the error with which startup fails. */
function problemsOf(given: Given): string[] {
  try {
    readEnv(given);
  } catch (error) {
    if (error instanceof EnvError) return error.lines;
    throw error;
  }
  return [];
}

const secret = 's'.repeat(32);
const smtp = 'smtp://mail.example:587';
const production = {
  DATABASE_URL: 'postgres://user:pass@db.example/app',
  AUTH_SECRET: secret,
  SMTP_URL: smtp,
};

describe('readEnv without any variable set', () => {
  it('runs a demo on the loopback interface', () => {
    expect(readEnv({})).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: resolve('.data'),
      DEMO_MODE: true,
      DEMO_OTP: '123456',
      WHATSAPP_NUMBER: expect.stringMatching(/^1555\d+$/),
      VIES_URL: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
      TRUST_PROXY: 0,
      LOG_LEVEL: 'info',
    });
  });

  it('treats an empty variable as unset, and ignores unknown variables', () => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'AUTH_SECRET', 'LOG_LEVEL', 'DEMO_MODE'];
    for (const nothing of ['', '  ', undefined]) {
      const given = Object.fromEntries(names.map((name) => [name, nothing]));
      expect(readEnv({ ...given, PATH: '/bin', npm_config_port: 'x' })).toEqual(readEnv({}));
    }
  });
});

describe('readEnv with valid values', () => {
  it.each<[Given, Given | object]>([
    [{ PORT: '0' }, { PORT: 0 }],
    [{ PORT: ' 65535 ' }, { PORT: 65_535 }],
    [{ HOST: '::1' }, { HOST: '::1', DEMO_MODE: true }],
    [{ PUBLIC_URL: 'https://agency.example/' }, { PUBLIC_URL: 'https://agency.example' }],
    [{ OIDC_TRUST_EMAIL: 'on' }, { OIDC_TRUST_EMAIL: true }],
    [{ DEMO_OTP: '000000' }, { DEMO_OTP: '000000' }],
    [{ DEMO_MODE: 'Yes' }, { DEMO_MODE: true }],
    [{ DEMO_MODE: '1', ...production }, { DEMO_MODE: true }],
    [{ DEMO_MODE: 'off', SMTP_URL: smtp }, { DEMO_MODE: false }],
    [{ TRUST_PROXY: '2' }, { TRUST_PROXY: 2 }],
    [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, { DEMO_MODE: true }],
    [{ DATABASE_URL: 'postgresql://db/app', AUTH_SECRET: secret }, {}],
  ])('%j', (given, expected) => {
    const needsMail = 'DATABASE_URL' in given && !('SMTP_URL' in given);
    expect(readEnv(needsMail ? { ...given, SMTP_URL: smtp } : given)).toMatchObject(expected);
  });

  it('resolves DATA_DIR to an absolute path', () => {
    expect(isAbsolute(readEnv({ DATA_DIR: 'here/and/there' }).DATA_DIR)).toBe(true);
  });
});

describe('readEnv with invalid values', () => {
  it.each<[string, string, string]>([
    ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
    ['TRUST_PROXY', 'true', 'must be a whole number from 0 to 10'],
    ['TRUST_PROXY', '11', 'must be a whole number from 0 to 10'],
    ['PUBLIC_URL', 'agency.example', 'must be an http:// or https:// URL'],
    ...['/site', '/?x', '/#top', '?x'].map((end): [string, string, string] => [
      'PUBLIC_URL',
      `https://agency.example${end}`,
      'must end after the host and its port: the site is at the root of its address',
    ]),
    ...[
      ['DATABASE_URL', 'postgres://user:pa#ss@db.example/app', '#', '%23'],
      ['DATABASE_URL', 'postgres://user:12/34@db.example/app', '/', '%2F'],
      ['DATABASE_URL', 'postgres://user:100%@db.example/app', '%', '%25'],
      ['DATABASE_DIRECT_URL', 'postgres://user:a?b@db.example/app', '?', '%3F'],
      ['SMTP_URL', 'smtps://me:pa/ss@mail.example', '/', '%2F'],
      ['SMTP_URL', 'smtps://me@x.example:p@ss#1@mail.example:465', '#', '%23'],
      ['INBOUND_IMAP_URL', 'imaps://me:pa#ss@mail.example/INBOX', '#', '%23'],
      ['FILES_URL', 's3://KEY:SEC/RET@s3.example/bucket?region=eu', '/', '%2F'],
    ].map(([name = '', value = '', character, escaped]): [string, string, string] => [
      name,
      value,
      `has an unescaped ${character} in its user name or password: write it as ${escaped}`,
    ]),
    ['PUBLIC_URL', 'ftp://agency.example', 'must be an http:// or https:// URL'],
    ...['verify_full', 'bogus', ''].map((mode): [string, string, string] => [
      'DATABASE_URL',
      `postgres://db.example/app?sslmode=${mode}`,
      'has an unknown sslmode: use disable, allow, prefer, require, verify-ca or verify-full',
    ]),
    [
      'DATABASE_URL',
      'postgres://db.example/app?ssl=maybe',
      'has an unknown ssl: use true, false, disable, allow, prefer, require, verify-ca or verify-full',
    ],
    ...(
      [
        ['sslmode=require&sslmode=disable', 'has sslmode twice, with different values'],
        ['sslMode=require', 'has sslMode: write it as sslmode'],
        ['SSLROOTCERT=system', 'has SSLROOTCERT: write it as sslrootcert'],
        ...['sslaccept', 'sslcert', 'useSSL', 'tls', 'require_auth', 'trustServerCertificate'].map(
          (name): [string, string] => [
            `${name}=x`,
            `has ${name}, which is not supported: set TLS by sslmode and sslrootcert`,
          ],
        ),
        [
          'gssencmode=require',
          'has gssencmode=require, which is not supported: set TLS by sslmode and sslrootcert',
        ],
        [
          'ssl=true&sslmode=disable',
          'has ssl=true and sslmode=disable, which contradict each other',
        ],
        ['ssl=0&sslmode=require', 'has ssl=0 and sslmode=require, which contradict each other'],
        [
          'sslrootcert=system&sslmode=require',
          'has sslrootcert=system, which needs sslmode=verify-full',
        ],
        [
          'sslnegotiation=direct',
          'has sslnegotiation=direct, which needs sslmode=require, verify-ca or verify-full',
        ],
        ['sslrootcert=/none.pem', 'has sslrootcert=/none.pem, which cannot be read (ENOENT)'],
        [
          'sslrootcert=package.json',
          'has sslrootcert=package.json, which is no certificate in PEM format',
        ],
        [
          'connect_timeout=abc',
          'has an unknown connect_timeout: give a number of seconds from 1 to 9999',
        ],
        ...['read-only', 'prefer-standby', 'bogus'].map((value): [string, string] => [
          `target_session_attrs=${value}`,
          `has target_session_attrs=${value}, with which nothing could be saved: use any, read-write or primary`,
        ]),
        [
          'client_encoding=LATIN1',
          'has a client_encoding other than UTF8, which cannot hold every name and text',
        ],
        ...['search_path=nope', 'options=-c%20search_path%3Dnope'].map(
          (query): [string, string] => [
            query,
            'sets search_path to nope: the tables are in the schema public',
          ],
        ),
        ['port=99999', 'has the port 99999: give a number from 1 to 65535'],
        ['user=100%', 'has a % that is not followed by two hexadecimal digits: write it as %25'],
      ] as [string, string][]
    ).map(([query, problem]): [string, string, string] => [
      'DATABASE_URL',
      `postgres://db.example/app?${query}`,
      problem,
    ]),
    ['DATABASE_URL', 'postgres://a:1,b:2/app', 'names several hosts: give one of them'],
    ['DATABASE_URL', 'postgres://db:x/app', 'has the port x: give a number from 1 to 65535'],
    ['DATABASE_URL', 'postgres:db/app', 'must be a postgres:// URL'],
    ['DATABASE_URL', 'mysql://db/app', 'must be a postgres:// URL'],
    ['DATABASE_DIRECT_URL', 'localhost', 'must be a postgres:// URL'],
    ['DEMO_MODE', 'maybe', 'must be on or off'],
    ['DEMO_OTP', '12345a', 'must be 6 digits'],
    ['AUTH_SECRET', 's'.repeat(31), 'must be at least 32 characters'],
    [
      'METRICS_TOKEN',
      'with a space in it',
      'must be at least 16 letters, digits or any of - . _ ~ + / =',
    ],
    ['ADMIN_PASSWORD', 'short', 'must be at least 8 characters'],
    [
      'MAIL_FROM',
      'The agency',
      'must be an address, such as hello@agency.example or Agency <hello@agency.example>',
    ],
    ['SMTP_URL', 'mail.example', 'must be an smtp:// or smtps:// URL'],
    ['SMTP_URL', 'smtp://', 'names no host: it must look like smtps://USER:PASSWORD@HOST:465'],
    ['SMTP_URL', 'smtp://h?requireTls=true', 'has requireTls: write it as requireTLS'],
    [
      'SMTP_URL',
      'smtp://h?tls=maybe',
      'has tls: use name, authMethod, tls.servername, tls.minVersion, tls.ciphers, requireTLS, ignoreTLS, opportunisticTLS, tls.rejectUnauthorized',
    ],
    ['SMTP_URL', 'smtp://h?requireTLS=yes', 'has an unknown requireTLS: use true or false'],
    ['SMTP_URL', 'smtp://h?requireTLS=true&requireTLS=false', 'has requireTLS twice'],
    ['STRIPE_SECRET_KEY', 'pk_test_1', 'must begin with sk_ or rk_'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'must begin with pk_'],
    ['STRIPE_WEBHOOK_SECRET', 'secret', 'must begin with whsec_'],
    ['STRIPE_API_BASE', 'stripe', 'must be an http:// or https:// URL'],
    ['OIDC_ISSUER', 'issuer', 'must be an http:// or https:// URL'],
    ['WHATSAPP_NUMBER', '+49 170', 'must be 6 to 15 digits, with the country code and no plus'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('reports %s=%s in one line', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${problem}`]);
  });

  it('reports all of them', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', DEMO_OTP: 'x' })).toEqual([
      expect.stringMatching(/^PORT /),
      expect.stringMatching(/^DEMO_OTP /),
      expect.stringMatching(/^LOG_LEVEL /),
    ]);
  });

  it('does not print secrets', () => {
    const lines = problemsOf({
      AUTH_SECRET: 'hunter2',
      ADMIN_PASSWORD: 'hunter2',
      STRIPE_SECRET_KEY: 'hunter2',
    });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('hunter2');
  });
});

describe('readEnv with variables that need each other', () => {
  it.each([
    ['ADMIN_USERNAME', 'admin', 'ADMIN_PASSWORD', 'long enough'],
    ['GOOGLE_CLIENT_ID', 'id', 'GOOGLE_CLIENT_SECRET', 'secret'],
    ['GITHUB_CLIENT_ID', 'id', 'GITHUB_CLIENT_SECRET', 'secret'],
    ['OIDC_CLIENT_ID', 'id', 'OIDC_CLIENT_SECRET', 'secret'],
    ['STRIPE_SECRET_KEY', 'sk_test_1', 'STRIPE_PUBLISHABLE_KEY', 'pk_test_1'],
  ])('%s=%s and %s=%s are only valid together', (one, oneValue, other, otherValue) => {
    const issuer = one.startsWith('OIDC') ? { OIDC_ISSUER: 'https://issuer.example' } : {};
    const needs = `${one} and ${other} are set together or not at all`;
    expect(problemsOf({ ...issuer, [one]: oneValue })).toEqual([`${other} is missing: ${needs}`]);
    expect(problemsOf({ ...issuer, [other]: otherValue })).toEqual([`${one} is missing: ${needs}`]);
    expect(problemsOf({ ...issuer, [one]: oneValue, [other]: otherValue })).toEqual([]);
  });

  it('reports a set variable that may be a misspelling of the missing one', () => {
    const { SMTP_URL, ...others } = production;
    expect(problemsOf({ ...others, SMPT_URL: SMTP_URL })).toEqual([
      expect.stringMatching(
        /^SMTP_URL is missing: .*\. SMPT_URL is set, and is no setting: is SMTP_URL meant\?$/,
      ),
    ]);
    expect(problemsOf({ ...others, SMPT_URL: '' })).toEqual([
      expect.not.stringContaining('is no setting'),
    ]);
  });

  it('rejects a direct URL without DATABASE_URL', () => {
    const { DATABASE_URL: url, ...others } = production;
    expect(problemsOf({ ...others, DATABASE_DIRECT_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_URL is missing/),
    ]);
  });

  it('requires a direct URL if DATABASE_URL has pgbouncer=true', () => {
    const url = `${production.DATABASE_URL}?pgbouncer=true`;
    expect(problemsOf({ ...production, DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL is missing/),
    ]);
    const { DATABASE_URL: direct } = production;
    expect(() =>
      readEnv({ ...production, DATABASE_URL: url, DATABASE_DIRECT_URL: direct }),
    ).not.toThrow();
  });

  it('rejects an OIDC client without an issuer, and an issuer without a client', () => {
    const client = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
    expect(problemsOf(client)).toEqual([expect.stringMatching(/^OIDC_ISSUER is missing/)]);
    expect(problemsOf({ OIDC_ISSUER: 'https://issuer.example' })).toEqual([
      expect.stringMatching(/^OIDC_CLIENT_ID is missing/),
    ]);
  });
});

describe('readEnv outside demo mode', () => {
  it('needs a database and a mail server', () => {
    expect(readEnv(production)).toMatchObject({ DEMO_MODE: false, WHATSAPP_NUMBER: null });
  });

  it.each<[string, Given]>([
    ['a database', { DATABASE_URL: production.DATABASE_URL, AUTH_SECRET: secret }],
    ['a public address', { HOST: '0.0.0.0' }],
    ['DEMO_MODE off', { DEMO_MODE: '0' }],
  ])('%s needs a mail server', (_, given) => {
    expect(problemsOf(given)).toEqual([expect.stringMatching(/^SMTP_URL is missing/)]);
    expect(problemsOf({ ...given, SMTP_URL: smtp })).toEqual([]);
  });

  it('ends demo mode if a mail server is set', () => {
    expect(readEnv({ SMTP_URL: smtp }).DEMO_MODE).toBe(false);
  });

  it('requires a secret with a database, even in demo mode', () => {
    for (const DEMO_MODE of [undefined, 'on']) {
      expect(problemsOf({ ...production, AUTH_SECRET: '', DEMO_MODE })).toEqual([
        expect.stringMatching(/^AUTH_SECRET is missing/),
      ]);
    }
  });

  it('accepts real payments', () => {
    for (const STRIPE_SECRET_KEY of ['sk_live_1', 'rk_live_1']) {
      const live = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
      expect(problemsOf(live)).toEqual([
        'STRIPE_SECRET_KEY is a live key: demo mode never moves real money',
      ]);
      expect(problemsOf({ ...production, ...live })).toEqual([]);
      expect(problemsOf({ ...production, ...live, DEMO_MODE: 'on' })).toHaveLength(1);
    }
  });

  it('requires both Stripe keys to be live, or both to be test keys', () => {
    for (const [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY] of [
      ['sk_live_1', 'pk_test_1'],
      ['sk_test_1', 'pk_live_1'],
    ]) {
      expect(problemsOf({ ...production, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY })).toEqual([
        expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is not of the same mode/),
      ]);
    }
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.evil.example', false],
])('%s is a loopback host: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

describe('.env.example', () => {
  it('matches env.ts (npx vitest run -u src/server/platform/env.test.ts regenerates it)', async () => {
    await expect(envExample()).toMatchFileSnapshot('../../../.env.example');
  });

  it('contains only valid values', () => {
    // Parses values in the format of the file, including quotes.
    const values = parseEnv(envExample().replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
    const secrets = {
      AUTH_SECRET: 'x'.repeat(32),
      ADMIN_PASSWORD: 'x'.repeat(8),
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'x',
    };
    expect(() => readEnv({ ...values, ...secrets })).not.toThrow();
  });
});
